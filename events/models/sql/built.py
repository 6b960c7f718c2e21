"""Objects of rows as Django builds them, with the work common to all rows done once.

Each object gets its columns and its state as `Model.from_db` gives them, and its joined objects as
`select_related` does (tests/events/models/sql/test_prepared.py compares both).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.db.models.base import ModelState

Setter = Callable[[Model, Model | None], None]
Builder = Callable[[Sequence[Any]], Model]


@dataclass(frozen=True, slots=True)
class _Joined:
    """A related object of a joined query: its builder, the position of its key, its setters."""

    build: Builder
    key: int
    tell: Setter
    tell_back: Setter


def builder_of(compiler: Any, alias: str) -> Builder:
    """Return what makes an object of each row that a composed question answers with."""
    annotations = compiler.annotation_col_map or {}
    return _builder(compiler.klass_info, compiler.select, alias, tuple(annotations.items()))


def _builder(
    kind: dict[str, Any], select: Any, alias: str, annotations: Sequence[tuple[str, int]] = ()
) -> Builder:
    model, columns = kind["model"], kind["select_fields"]
    start, end = columns[0], columns[-1] + 1
    names = [column[0].target.attname for column in select[start:end]]
    joined = [_joined(inner, select, alias) for inner in kind.get("related_klass_infos", ())]
    new = model.__new__

    def build(row: Sequence[Any]) -> Model:
        made: Model = new(model)
        state = ModelState()
        state.adding = False
        state.db = alias
        own = made.__dict__
        own["_state"] = state
        own.update(zip(names, row[start:end], strict=True))
        for part in joined:
            other = None if row[part.key] is None else part.build(row)
            part.tell(made, other)
            if other is not None:
                part.tell_back(other, made)
        for name, at in annotations:
            own[name] = row[at]
        return made

    return build


def _joined(kind: dict[str, Any], select: Any, alias: str) -> _Joined:
    if kind["from_parent"]:
        raise ValueError("a model that stands on another is not built here")
    columns = kind["select_fields"]
    key = kind["model"]._meta.pk.attname
    at = next(place for place in columns if select[place][0].target.attname == key)
    return _Joined(_builder(kind, select, alias), at, kind["local_setter"], kind["remote_setter"])
