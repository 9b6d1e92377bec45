"""Home, and deals by their code."""

from django.urls import path

from leaderboard import views

urlpatterns = [
    path("", views.home, name="home"),
    path("d/", views.find, name="find"),
    path("d/<str:code>/", views.deal, name="deal"),
]
