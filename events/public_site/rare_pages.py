"""Rarely requested public pages of an event, made on request once per revision."""

from typing import Any

from events.core.cards.open_decks import has_words, lists_shown, open_decks, shows_archetypes
from events.core.decks.archetypes import archetypes_of
from events.core.events.declared_settings import are_single_games
from events.core.players.waiting_list import sign_up_settings
from events.core.rounds.published_seeds import public_seeds
from events.core.words.rule_profiles import profile_name, unsupported_rules
from events.public_site.pages import render, schedule_of
from events.public_site.reads.events import PublicEvent
from events.public_site.reads.leaders import leaders
from events.public_site.reads.stages import public_stages


def decks_page(shown: PublicEvent, search: str = "") -> str:
    """Return the public decklists, by the two settings of the fact sheet.

    `search`: only lists with its words in name, archetype or cards. After the event also the
    archetypes, where lists are shown: all results are public then.
    """
    event = shown.event
    decks = open_decks(event, shown.names)
    more: dict[str, Any] = {
        "decks": [line for line in decks if has_words(line, search)],
        "search": search,
        "is_any": bool(decks),
        "of": lists_shown(event),
        "archetypes": archetypes_of(event) if shows_archetypes(event) else None,
    }
    return render(shown, "decks", "event", **more)


def about_page(shown: PublicEvent) -> str:
    """Return the fact sheet: what players can read before they enroll; later also the leaders."""
    asked = sign_up_settings(shown.event)
    more: dict[str, Any] = {"stages": public_stages(shown), "schedule": schedule_of(shown)}
    if shown.is_played:
        more |= {"leaders": leaders(shown), "after": shown.round(shown.results_through)}
    return render(shown, "about", "event", sign_up=asked, **more)


def rules_page(shown: PublicEvent) -> str:
    """Return the rules this event is ranked by, in words."""
    rules, stages = profile_name(shown.profile), public_stages(shown)
    left_out = unsupported_rules(shown.profile)
    return render(
        shown,
        "rules",
        "rules",
        rules=rules,
        stages=stages,
        left_out=left_out,
        single_games=are_single_games(shown.stages, shown.event.games_to_win),
    )


def privacy_page(shown: PublicEvent) -> str:
    """Explain which data about players is stored, where, and which of it everyone can read."""
    return render(shown, "privacy", "rules")


def seeds_page(shown: PublicEvent) -> str:
    """Return the seeds that drew the posted rounds, and the hash of the next one."""
    return render(shown, "seeds", "rules", seeds=public_seeds(shown.event))
