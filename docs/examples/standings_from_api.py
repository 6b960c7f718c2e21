"""Rebuild published standings from /api/v1/ alone, exactly: standings_from_api.py SITE EVENT."""

import json
import sys
from collections import defaultdict
from fractions import Fraction
from functools import cache
from urllib.request import urlopen

WORTH = {"first": ("win", "loss"), "second": ("loss", "win"), "draw": ("draw", "draw")}
WORTH |= {"bye": ("win",), "unpaired": ("loss",), "double-loss": ("loss", "loss")}


def table(rounds, rules):
    """Return of each player: points, percentages as shown, GW% as it ranks (MTR Appendix C)."""
    kept = defaultdict(lambda: [0, 0, 0, 0, []])
    for match in (match for played in rounds for match in played["matches"]):
        sides = [match["first"], match["second"]]
        for at, points in enumerate(WORTH[match["result"]]):
            record, other = kept[sides[at]["number"]], sides[1 - at]
            record[0] += rules[points]
            record[1] += 1
            record[2] += 3 * match["games"][at] + match["games"][2]
            record[3] += sum(match["games"])
            record[4] += [other["number"]] if other else []
    floor = Fraction(rules["floor"])
    wins = {at: max(floor, Fraction(r[0], rules["win"] * r[1])) for at, r in kept.items()}
    games = {False: {at: Fraction(r[2], 3 * r[3] or 1) for at, r in kept.items()}}
    games[True] = {at: max(floor, share) for at, share in games[False].items()}
    mean = lambda values, met: sum(map(values.get, met), Fraction(0)) / (len(met) or 1)
    flags = ("show_own_gw_floored", "floor_own_gw", "floor_opponents_gw")
    shown, ranks, others = (games[rules[flag]] for flag in flags)
    percent = lambda at, met: {"omw": mean(wins, met), "gw": shown[at], "ogw": mean(others, met)}
    return {at: (r[0], percent(at, r[4]), ranks[at]) for at, r in kept.items()}


def differences(get, event):
    """Return the standings after the Swiss rounds, and the rows that the rounds do not give."""
    facts, rounds = get(f"events/{event}"), get(f"events/{event}/rounds")["rounds"]
    swiss = {s["number"]: s for s in facts["stages"] if "elimination" not in s["kind"]}
    rounds = [r for r in rounds if r["results"] and r["stage"] in swiss]
    after = cache(lambda n: table([r for r in rounds if r["number"] <= n], facts["rules"]))
    last = rounds[-1]["number"]
    rows, keys, wrong = get(f"events/{event}/standings?round={last}")["rows"], [], []
    for row in rows:
        at = row["number"]  # The figures of a player who did not advance stay as they were.
        out = [s["last_round"] for s in swiss.values() if at not in (s["advancing"] or [at])]
        points, ours, ranks = after(min([last, *out]))[at]
        keys.append((row["place"] is not None, points, ours["omw"], ranks, ours["ogw"]))
        same = points == row["points"] and keys[-1] == min(keys)
        for code, said in row["tiebreakers"].items():
            same = same and ours[code] == Fraction(said["exact"])
            same = same and abs(100 * ours[code] - Fraction(said["shown"])) <= Fraction(1, 200)
        wrong += [] if same else [row]
    return rows, wrong


if __name__ == "__main__":
    read = lambda path: json.load(urlopen(f"{sys.argv[1]}/api/v1/{path}"))
    print(len(differences(read, sys.argv[2])[1]), "rows differ")
