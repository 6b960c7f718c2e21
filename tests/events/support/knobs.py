"""Custom rules as the browser sends them."""

from standings.profile import Profile


def knobs(profile: Profile) -> dict[str, object]:
    """Return the form fields of custom rules for this profile."""
    sent: dict[str, object] = {f"own-{name}": value for name, value in profile.to_dict().items()}
    sent |= {
        "own-bye_counts": profile.bye_counts,
        "own-opponents_mean": profile.opponents_mean.value,
        "own-dropped_cap": str(profile.dropped_cap),
    }
    del sent["own-tiebreakers"], sent["own-check_organizer"]
    for place, code in enumerate(profile.tiebreakers, 1):
        sent[f"own-tiebreaker-{code.value}"] = place
    return {name: value for name, value in sent.items() if value is not False}
