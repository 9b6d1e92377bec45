"""Settings of every installation; what differs between them comes from the environment."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from spiderweb import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.folder("SPIDERWEB_VAR", BASE_DIR / "var")

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.text("SECRET_KEY") or env.secret(VAR_DIR / "secret.key")
DEAL_KEY_FILE = VAR_DIR / "deal.key"

HOST = env.text("HOST", "127.0.0.1")
PORT = env.port("PORT", 8000)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", HOST, *env.words("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
HTTPS = env.flag("HTTPS", False)
# How many proxies of ours a request passes: so many addresses of X-Forwarded-For are believed.
PROXIES = env.number("PROXIES", 0)

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "axes",
    "csp",
    "ninja",
    "games",
    "leaderboard",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "spiderweb.static.StaticFilesMiddleware",
    # Pages and words; Django pads what it packs, so that its length tells no secret (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "spiderweb.api.answers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.sessions.RollingSessionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "spiderweb.urls"
ASGI_APPLICATION = "spiderweb.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.page.context",
            ],
        },
    },
]

# --- Database -----------------------------------------------------------------------------

SQLITE_OPTIONS: dict[str, Any] = {
    # Writers queue at BEGIN instead of failing half-way through a transaction.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: an answered action is on the disk, whatever dies next.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
POSTGRES_OPTIONS: dict[str, Any] = {"pool": {"min_size": 1, "max_size": 8, "timeout": 10}}


def _database() -> dict[str, Any]:
    url = env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'spiderweb.sqlite3'}")
    try:
        database: dict[str, Any] = {**dj_database_url.parse(url)}
    except ValueError as error:
        raise env.BadEnvironment(f"DATABASE_URL cannot be used: {error}") from None
    sqlite = database["ENGINE"] == "django.db.backends.sqlite3"
    options = SQLITE_OPTIONS if sqlite else POSTGRES_OPTIONS
    database["OPTIONS"] = {**database.get("OPTIONS", {}), **options}
    if sqlite:
        # A file, so that the journal's thread sees what a test has written.
        database["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- News between processes (one process needs none) --------------------------------------

REDIS_URL = env.text("REDIS_URL")
CHANNEL_LAYERS: dict[str, Any] = (
    {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    if REDIS_URL
    else {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
)

# --- People -------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Player"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # refuses a name that is closed, else passes on
    "django.contrib.auth.backends.ModelBackend",
]
# Where a log-in leads that was given no way back, or one to another site.
LOGIN_REDIRECT_URL = "home"
SESSION_ENGINE = "games.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

# --- Guessing of passwords ----------------------------------------------------------------

# Five wrong ones close a name to an address, for a quarter of an hour from the last of them;
# more tries meanwhile do not prolong it. Fifty for any names close all of them to it.
AXES_FAILURE_LIMIT = "games.guessing.most"
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_PARAMETERS = "games.guessing.counted_by"
AXES_LOCKOUT_CALLABLE = "games.views.errors.locked_out"
AXES_CLIENT_IP_CALLABLE = "games.addresses.of_request"
# The field of Django's forms and backends, not of our model.
AXES_USERNAME_FORM_FIELD = "username"
# Who logs in rightly leaves no address behind; a wrong try is kept for the quarter of an hour
# (``games.guessing.forget``), and the log never names who tried.
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "user_agent"]

# --- What a browser may do ----------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^ready$"]

# --- Files, languages, time ---------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "spiderweb.static.ModuleManifestStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("uk", _("Ukrainian")),
    ("el", _("Greek")),
    ("hr", _("Croatian")),
    ("ru", _("Russian")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- The game -----------------------------------------------------------------------------

# Lifted for benchmarks alone, and only where nobody else can come in.
LIMITS = env.flag("SPIDERWEB_LIMITS", True) or HOST not in ("127.0.0.1", "localhost", "::1")
ACTIONS_PER_SECOND = 30
ACTIONS_BURST = 60
# A move takes some 100 bytes; pings and pieces of messages count too.
SOCKET_BYTES_PER_SECOND = 16_384
SOCKET_BYTES_BURST = 65_536
SOCKETS_PER_PLAYER = 20
SOCKETS_PER_ADDRESS = 200
SOCKETS_PER_PROCESS = 10_000
GUESTS_PER_MINUTE = 120
# New guests are counted in the process's own memory; django_ratelimit would rather have it shared.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
SILENCED_SYSTEM_CHECKS = ["django_ratelimit.E003", "django_ratelimit.W001"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        # Scanners ask for all kinds of hosts, send thousands of fields; they get a 400 and no
        # line in the log, let alone a traceback each.
        "django.security": {"level": "CRITICAL"},
        "django.security.csrf": {"level": "WARNING"},
    },
}
