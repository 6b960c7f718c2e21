"""Rule profiles in plain words, for the person who chooses one."""

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from standings import PROFILES
from standings.profile import Profile

Words = tuple[str | Promise, str | Promise]

# By the profile's name: what it is called, what is special about it.
PROFILE_WORDS: dict[str, Words] = {
    "mtr": (
        _("Magic Tournament Rules"),
        _("3, 1, 0 points; OMW%, GW%, OGW%; no percentage counts as less than 33 %. The usual."),
    ),
    "dci-1999": (
        _("DCI rules of 1999"),
        _("As above, but the player's own GW% may be below 33 %."),
    ),
    "ja-2008": (
        _("Japanese Swiss guide of 2008"),
        _("As above, and neither own nor opponents' GW% is raised to 33 %."),
    ),
    "one-third": (
        _("One third"),
        _("The least percentage is exactly one third, as large hosted platforms publish it."),
    ),
    "one-third-raw": (
        _("One third, own GW% without it"),
        _(
            "As above, but the player's own GW% also ranks below one third: as such platforms "
            "publish since about spring 2024."
        ),
    ),
    "pokemon": (
        _("Pokémon (Play!)"),
        _(
            "Opponents' win %, opponents' opponents' win %, head to head; minimum 25 %. Byes do "
            "not count, a tie is half a win, players who dropped count 75 % at most."
        ),
    ),
    "lorcana": (_("Disney Lorcana"), _("OMW%, GW%, OGW%; minimum 33 %.")),
    "one-piece": (
        _("One Piece (Bandai)"),
        _("OMW%, OOMW%, head to head; minimum 33 %. Byes do not count, a draw is worth nothing."),
    ),
    "star-wars-unlimited": (
        _("Star Wars: Unlimited"),
        _("Match wins, then OMW%, GW%, OGW%; the minimum percentage is one third."),
    ),
    "flesh-and-blood": (
        _("Flesh and Blood"),
        _(
            "1 point for a win, none for a draw; cumulative points, then match losses, opponents' "
            "match losses and opponents' cumulative points."
        ),
    ),
    "yu-gi-oh": (
        _("Yu-Gi-Oh!"),
        _(
            "Points of all opponents together, then of all their opponents, each of those "
            "possible, in thousandths; no minimum percentage."
        ),
    ),
    "netrunner": (
        _("Netrunner (double-sided)"),
        _("3 points a game; strength of schedule, then the extended one."),
    ),
}
# What each preset of another game leaves out of that game's rules: with the preset, and on the
# event's rules page.
LEFT_OUT: dict[str, tuple[str | Promise, ...]] = {
    "pokemon": (
        _("A late arrival does not rank a player below the others with as many points."),
        _("Age divisions are not paired apart: make an event of each."),
    ),
    "lorcana": (_("Matches of always two games are not counted game by game for match points."),),
    "one-piece": (
        _("The player's own match-win percentage is not a tiebreaker."),
        _("A match without a winner is entered as a double loss."),
    ),
    "star-wars-unlimited": (
        _("A match without a winner is a draw or a double loss here; both are worth nothing."),
    ),
    "flesh-and-blood": (_("Points that depend on the experience of a player are not counted."),),
    "yu-gi-oh": (
        _("The last tiebreaker, the sum of the squares of the rounds lost, is not used."),
        _("A loss for both at the end of time is entered by the desk as a double loss."),
    ),
    "netrunner": (
        _("Which side each player was in a game is not kept, and sides are not balanced."),
        _("Single-sided rounds are not paired by sides."),
    ),
}
_CHECK = _("Check your organizer's rules.")


def profile_name(profile: Profile) -> str | Promise:
    """What the profile is called; one that was made or imported stands by its own name."""
    words = PROFILE_WORDS.get(profile.name)
    return words[0] if words else profile.name


def profile_hint(profile: Profile) -> str:
    """What is special about the profile; empty for one that was made or imported.

    A preset of another game names what it leaves out of that game's rules.
    """
    words = PROFILE_WORDS.get(profile.name)
    hint = str(words[1]) if words else ""
    if not profile.check_organizer:
        return hint
    parts = [hint]
    if left_out := profile_left_out(profile):
        parts.append(_("Left out: %(what)s") % {"what": " ".join(map(str, left_out))})
    return " ".join([*parts, str(_CHECK)])


def profile_choices() -> list[tuple[str, str]]:
    """Every preset with its words, for a list of radio buttons."""
    return [
        (name, f"{profile_name(profile)}: {profile_hint(profile)}")
        for name, profile in PROFILES.items()
    ]


def profile_left_out(profile: Profile) -> tuple[str | Promise, ...]:
    """What a preset of another game leaves out of that game's own rules, a sentence each.

    An event that was set up before the preset counted as it does now says that.
    """
    preset = PROFILES.get(profile.name)
    if preset is not None and preset.check_organizer and not _same_rules(profile, preset):
        return (_("This event counts as an earlier version of these rules did."),)
    return LEFT_OUT.get(profile.name, ())


def _same_rules(profile: Profile, preset: Profile) -> bool:
    """True where only the use of games differs, which the event's format decides."""
    return replace(profile, use_games=preset.use_games) == preset
