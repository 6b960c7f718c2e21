"""Rule profiles in plain words, for the person who chooses one."""

from dataclasses import replace
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.core.sentences import join_sentences
from standings.profile import Profile
from standings.tables.table_profiles import ALL_PROFILES, presets_like

Words = tuple[str | Promise, str | Promise]

# By the profile's name: its display name and its description.
PROFILE_WORDS: dict[str, Words] = {
    "mtr": (
        _("Magic Tournament Rules"),
        _(
            "Match points 3, 1, 0; OMW%, GW%, OGW%; every percentage counts as at least 33%. The "
            "standard choice."
        ),
    ),
    "dci-1999": (
        _("1999 DCI rules"),
        _("As above, but the player's own GW% may be below 33%."),
    ),
    "ja-2008": (
        _("2008 Japanese Swiss guide"),
        _("As above, and neither the player's own GW% nor the opponents' GW% is raised to 33%."),
    ),
    "one-third": (
        _("One third"),
        _("The minimum percentage is exactly one third, as published by large hosted platforms."),
    ),
    "one-third-raw": (
        _("One third, except own GW%"),
        _(
            "As above, but the player's own GW% may also rank below one third. Large hosted "
            "platforms have published it this way since about spring 2024."
        ),
    ),
    "pokemon": (
        _("Pokémon (Play!)"),
        _(
            "Opponents' win %, opponents' opponents' win %, head-to-head; minimum 25%. Byes do "
            "not count, a tie is half a win, and players who dropped are capped at 75%."
        ),
    ),
    "lorcana": (_("Disney Lorcana"), _("OMW%, GW%, OGW%; minimum 33%.")),
    "one-piece": (
        _("One Piece (Bandai)"),
        _(
            "OMW%, OOMW%, head-to-head; minimum 33%. Byes do not count, and a draw is worth "
            "nothing."
        ),
    ),
    "star-wars-unlimited": (
        _("Star Wars: Unlimited"),
        _("Match wins, then OMW%, GW%, OGW%; the minimum percentage is one third."),
    ),
    "flesh-and-blood": (
        _("Flesh and Blood"),
        _(
            "1 point for a win, 0 for a draw; cumulative points, then match losses, opponents' "
            "match losses and opponents' cumulative points."
        ),
    ),
    "yu-gi-oh": (
        _("Yu-Gi-Oh!"),
        _(
            "Total points of all opponents, then of all their opponents, each divided by the "
            "maximum possible and cut to thousandths; no minimum percentage."
        ),
    ),
    "netrunner": (
        _("Netrunner (double-sided)"),
        _("3 points per game; strength of schedule, then extended strength of schedule."),
    ),
    "five-one": (
        _("Tables of four: 5, 1, 0"),
        _(
            "5 points for a win, 1 for a draw, 5 for a bye; OMW%, the player's own MW%, OOMW%; "
            "every percentage counts as at least 20%. A bye adds three opponents at 20%."
        ),
    ),
    "addendum": (
        _("Tables of four: Multiplayer Addendum"),
        _(
            "7 points for a win, 1 for a draw, 7 for a bye; the player's own MW%, the opponents' "
            "average points, OMW%; at least one seventh. Byes do not count in percentages."
        ),
    ),
    "bye-four": (
        _("Tables of four: a bye below a win"),
        _(
            "5 points for a win, 1 for a draw, 4 for a bye; tables played, OMW%, opponents "
            "beaten; no minimum percentage."
        ),
    ),
}
# Rules of each other game that its preset does not include, shown with the preset and on the
# event's rules page.
UNSUPPORTED: dict[str, tuple[str | Promise, ...]] = {
    "pokemon": (
        _("Late arrival does not rank a player below others on the same points."),
        _("Age divisions are not paired separately. Create one event for each."),
    ),
    "lorcana": (_("Matches of exactly two games do not award match points for each game."),),
    "one-piece": (
        _("The player's own match-win percentage is not a tiebreaker."),
        _("A match without a winner is entered as a double loss."),
    ),
    "star-wars-unlimited": (
        _("A match without a winner is a draw or a double loss here; both are worth nothing."),
    ),
    "flesh-and-blood": (_("Points for a player's experience are not counted."),),
    "yu-gi-oh": (
        _("The last tiebreaker, the sum of the squared round numbers of losses, is not used."),
        _("If both players lose when time runs out, the desk enters a double loss."),
    ),
    "netrunner": (
        _("The side each player was on in a game is not recorded, and sides are not balanced."),
        _("Single-sided rounds are not paired by side."),
    ),
}
_CHECK = _("Check your organizer's rules.")


def profile_name(profile: Profile) -> str | Promise:
    """Return the display name of the profile; a custom or imported one has its own name."""
    words = PROFILE_WORDS.get(profile.name)
    return words[0] if words else profile.name


def profile_hint(profile: Profile) -> str:
    """Return the description of the profile; empty for a custom or imported one.

    A preset of another game names the rules of that game that it leaves out.
    """
    words = PROFILE_WORDS.get(profile.name)
    hint = str(words[1]) if words else ""
    if not profile.check_organizer:
        return hint
    parts = [hint]
    if left_out := unsupported_rules(profile):
        parts.append(
            _("Differences from the game's rules: %(what)s")
            % {"what": join_sentences(map(str, left_out))}
        )
    return join_sentences((*parts, str(_CHECK)))


class DescribedChoice(str):
    """The label of a choice with a sentence about it, which a template shows below."""

    __slots__ = ("hint",)
    hint: str

    def __new__(cls, label: str, hint: str) -> Self:
        """Return the label; `hint` is plain text."""
        made = super().__new__(cls, label)
        made.hint = hint
        return made


def profile_choices(like: Profile) -> list[tuple[str, DescribedChoice]]:
    """Return every preset that can replace rules like these, with its words, for a list."""
    return [
        (name, DescribedChoice(str(profile_name(profile)), profile_hint(profile)))
        for name, profile in presets_like(like).items()
    ]


def unsupported_rules(profile: Profile) -> tuple[str | Promise, ...]:
    """Return the rules of another game that its preset leaves out, one sentence each.

    For an event whose copy of the preset is older than the current rules, one sentence says so.
    """
    preset = ALL_PROFILES.get(profile.name)
    if preset is not None and preset.check_organizer and not _same_rules(profile, preset):
        return (_("This event uses an earlier version of these rules."),)
    return UNSUPPORTED.get(profile.name, ())


def _same_rules(profile: Profile, preset: Profile) -> bool:
    """Return True if only the use of games differs, which the event's format decides."""
    return replace(profile, use_games=preset.use_games) == preset
