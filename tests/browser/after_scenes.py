"""Scenes of what follows a race: rematches, and won games for others to beat."""

from playwright.sync_api import expect

from tests.browser.scenery import Stage, scene
from tests.browser.stage import SHORT, actions_of, alone, play
from tests.support.vectors import won_games


def over(stage: Stage) -> str:
    """A race that Olena has won and Marta has given up; its result is on the page."""
    race = stage.race(SHORT)
    play(stage.olena, race, actions_of(won_games()[SHORT]))
    play(stage.marta, race, ["R"])
    stage.olena.open(f"/r/{race}/")
    return race


@scene
def rematch_offered(stage: Stage) -> None:
    race = over(stage)
    stage.marta.post(f"races/{race}/rematch")
    expect(stage.olena.page.get_by_text("wants a rematch")).to_be_visible()


@scene
def rematch_own_offer(stage: Stage) -> None:
    race = over(stage)
    stage.olena.press("Rematch, new cards")
    stage.olena.open(f"/r/{race}/")


@scene
def rematch_withdrawn(stage: Stage) -> None:
    race = over(stage)
    offer = stage.marta.post(f"races/{race}/rematch")["successor"]
    stage.marta.post(f"races/{offer}/leave")
    expect(stage.olena.page.get_by_text("The offer is withdrawn.")).to_be_visible()


def dare(stage: Stage) -> str:
    """Olena has won alone and challenges others to beat it; her page has the link."""
    race = alone(stage.olena, stage.code(won_games()[SHORT]))
    play(stage.olena, race, actions_of(won_games()[SHORT]))
    stage.olena.open(f"/r/{race}/")
    stage.olena.press("Challenge a friend to beat it")
    expect(stage.olena.page.get_by_label("Link to this race")).to_be_visible()
    return stage.olena.race_id


@scene
def beat_link(stage: Stage) -> None:
    dare(stage)


@scene
def beat_invited(stage: Stage) -> None:
    race = dare(stage)
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")


@scene
def results_kept_back(stage: Stage) -> None:
    race = over(stage)
    stage.olena.press("Challenge a friend to beat it")
    expect(stage.olena.page.get_by_label("Link to this race")).to_be_visible()
    stage.olena = stage.somebody()
    stage.olena.open(f"/r/{race}/")
