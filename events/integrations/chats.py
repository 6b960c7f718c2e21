"""Messages for Discord, Slack and LINE, made of the same public data as a webhook's.

Limits, as the services document them: Discord 256 characters in an embed's title and 4,096 in its
description (2,000 in a message), Slack 150 in a header block and 3,000 in a section block. LINE
takes five messages in a request, 5,000 UTF-16 code units in a text, 2,000 characters in the address
of a picture, which has to be https.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.utils.translation import gettext as _
from django.utils.translation import override

from domain.written_names import written
from events.core.stages.stage_words import round_title
from events.core.words.result_words import table_result_words
from events.models import HookEndpoint, HookKind
from events.models.programs.hooks import TEST

Data = Mapping[str, Any]
# Kinds useful in a chat; of results, only those of the match on camera.
CHAT_KINDS = frozenset(
    {
        HookKind.ROUND_POSTED,
        HookKind.RESULT_RECORDED,
        HookKind.STANDINGS_PUBLISHED,
        HookKind.EVENT_FINISHED,
        HookKind.ANNOUNCEMENT_POSTED,
    }
)
TITLE, TEXT = 150, 2000
LINE_TEXT, LINE_ADDRESS = 5000, 2000
# Everyone who added the account; `.../push?to=` sends to a group or user.
LINE_HOST = "api.line.me"
LINE_BROADCAST = f"https://{LINE_HOST}/v2/bot/message/broadcast"
_MARKDOWN = re.compile(r"([\\*_~`|>#\-+=\[\]()<@:!.])")
COLOR = 0x12604F


@dataclass(frozen=True, slots=True)
class Chat:
    """A text for a channel: title, lines, link and picture; "" for none."""

    title: str
    text: str = ""
    url: str = ""
    picture: str = ""


def chat_body(values: Data, style: str, language: str, to: str = "") -> dict[str, Any]:
    """Return the JSON for a chat service; `to`: a group or user of LINE."""
    with override(language):
        chat = _said(values["type"], values["data"], language)
        label = _("Open")
    if style == HookEndpoint.Style.LINE:
        return _line(chat, to)
    return _discord(chat) if style == HookEndpoint.Style.DISCORD else _slack(chat, label)


def _said(kind: str, data: Data, language: str) -> Chat:
    event = data["event"]["name"]
    url = data["event"]["url"]
    if kind == TEST:
        return Chat(_("%(event)s: test") % {"event": event}, _("This integration works."), url)
    if kind == HookKind.ROUND_POSTED:
        return Chat(_posted(event, data), url=data["pairings_url"])
    if kind == HookKind.RESULT_RECORDED:
        return Chat(_("%(event)s: feature match") % {"event": event}, _result(data), url)
    if kind == HookKind.STANDINGS_PUBLISHED:
        words = {"event": event, "number": data["round"]}
        title = _("%(event)s: standings after round %(number)d") % words
        lines = [f"{row['place']}. {written(row['name'])} ({row['record']})" for row in data["top"]]
        return Chat(title, "\n".join(lines), data["standings_url"])
    if kind == HookKind.EVENT_FINISHED:
        title = _("%(event)s is finished") % {"event": event}
        return Chat(title, _winners(data), data["report_url"], data["picture_url"])
    text = data["text"][language] or data["text"]["en"] or data["text"]["ja"]
    return Chat(event, text, url)


class _Round(NamedTuple):
    number: int
    bracket_players: int | None


def _posted(event: str, data: Data) -> str:
    round = _Round(data["round"], data["bracket_players"])
    if round.bracket_players is None:
        words = {"event": event, "number": round.number}
        return _("%(event)s: round %(number)d is posted") % words
    return _("%(event)s: %(round)s posted") % {"event": event, "round": round_title(round)}


def _winners(data: Data) -> str:
    names = _(", ").join(written(winner["name"]) for winner in data["winners"])
    if data["winner"]:
        return _("Winner: %(name)s") % {"name": names}
    return _("First place, shared: %(names)s") % {"names": names} if names else ""


def _result(data: Data) -> str:
    if "seats" in data:
        names = [player["name"] for player in data["seats"]]
        return table_result_words(names, data["marks"]) if data["marks"] else "–"
    result = data["result"]
    score = f"{result['first_wins']}-{result['second_wins']}" if result else "–"
    if result and result["draws"]:
        score = f"{score}-{result['draws']}"
    first, second = written(data["first"]["name"]), written(data["second"]["name"])
    return f"{first} {score} {second}"


def escaped(text: str) -> str:
    """Return a text in which Discord finds no markup, mention or link."""
    return _MARKDOWN.sub(r"\\\1", text)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _discord(chat: Chat) -> dict[str, Any]:
    """Return a message with one embed, which mentions nobody."""
    embed: dict[str, Any] = {"title": _escaped_short(chat.title, TITLE), "color": COLOR}
    if chat.text:
        embed["description"] = _escaped_short(chat.text, TEXT)
    if _is_whole(chat.url):
        embed["url"] = chat.url
    if _is_whole(chat.picture):
        embed["image"] = {"url": chat.picture}
    return {"embeds": [embed], "allowed_mentions": {"parse": []}}


def _escaped_short(text: str, most: int) -> str:
    """Return a shortened, escaped text; cutting first leaves no half escape."""
    for length in range(min(len(text), most), 0, -16):
        short = escaped(_short(text, length))
        if len(short) <= most:
            return short
    return ""


def _slack(chat: Chat, label: str) -> dict[str, Any]:
    """Return blocks of plain text, in which Slack finds no markup or mention."""
    blocks: list[dict[str, Any]] = [
        {"type": "header", "text": {"type": "plain_text", "text": _short(chat.title, TITLE)}}
    ]
    if chat.text:
        words = {"type": "plain_text", "text": _short(chat.text, TEXT), "emoji": False}
        blocks.append({"type": "section", "text": words})
    if _is_whole(chat.url):
        link = {"type": "mrkdwn", "text": f"<{chat.url}|{label}>"}
        blocks.append({"type": "section", "text": link})
    if _is_whole(chat.picture):
        blocks.append({"type": "image", "image_url": chat.picture, "alt_text": chat.title[:TITLE]})
    fallback = chat.title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": _short(fallback, TEXT), "blocks": blocks}


def _line(chat: Chat, to: str) -> dict[str, Any]:
    """Return a text, in which LINE finds no mention, and the picture if any."""
    link = chat.url if _is_whole(chat.url) else ""
    lines = [_short(chat.title, TITLE), _short(chat.text, TEXT), link]
    text = "\n".join(line for line in lines if line)
    while len(text.encode("utf-16-le", "surrogatepass")) // 2 > LINE_TEXT:
        text = _short(text, len(text) - 16)
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    if chat.picture.startswith("https://") and len(chat.picture) <= LINE_ADDRESS:
        picture = {"originalContentUrl": chat.picture, "previewImageUrl": chat.picture}
        parts.append({"type": "image", **picture})
    return {"to": to, "messages": parts} if to else {"messages": parts}


def line_target(address: str) -> tuple[str, str]:
    """Return LINE's address for a message, and the group or user in `?to=`; "" for all."""
    plain, _mark, query = address.partition("?")
    return plain, parse_qs(query).get("to", [""])[0]


def _is_whole(address: str) -> bool:
    """Whether an address includes its site; without MATCHSLIP_SITE it does not."""
    return address.startswith(("https://", "http://"))
