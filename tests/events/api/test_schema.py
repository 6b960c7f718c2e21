"""The schema describes every value and every answer, and generators can read it."""

import json
import re
from typing import Any

import pytest

from events.api.calls import WRITES
from events.api.property_words import PROPERTIES
from events.api.schema import TAGS, schema
from events.web.problems import KINDS, Code
from tests.shared import ROOT

SCHEMA = schema()
TYPES = SCHEMA["components"]["schemas"]
OPERATIONS = [
    (path, method, operation)
    for path, methods in SCHEMA["paths"].items()
    for method, operation in methods.items()
]
PAGE = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")


def properties() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (name, key, value)
        for name, component in TYPES.items()
        for key, value in component.get("properties", {}).items()
    ]


def test_every_value_has_words_and_an_example() -> None:
    for name, key, value in properties():
        assert value["description"], f"{name}.{key}"
        of_parts = "#/components/schemas/" in json.dumps(value)
        assert of_parts or "examples" in value, f"{name}.{key}"
        assert not value["description"].endswith("."), f"{name}.{key}"


def test_every_operation_parameter_body_and_header_has_words_and_an_example() -> None:
    for path, method, operation in OPERATIONS:
        assert operation["summary"]
        assert operation["description"], (path, method)
        for one in operation["parameters"]:
            assert one["description"], (path, one["name"])
            [example] = one["schema"]["examples"]
            named = {"string": str, "integer": int}[one["schema"]["type"]]
            assert isinstance(example, named), (path, one["name"])
        for body in operation.get("requestBody", {}).get("content", {}).values():
            assert "example" in body, (path, method)
        for answer in operation["responses"].values():
            for name, header in answer.get("headers", {}).items():
                assert header["description"], (path, method, name)


def test_descriptions_are_paragraphs_and_no_indented_code() -> None:
    texts = [component.get("description", "") for component in TYPES.values()]
    texts += [operation.get("description", "") for *_where, operation in OPERATIONS]
    broken = [text for text in texts if re.search(r"[^\n]\n[^\n]|\n ", text)]
    assert broken == []


def test_no_words_are_left_over() -> None:
    known = {key for _name, key, _value in properties()}
    whole = {f"{name}.{key}" for name, key, _value in properties()}
    assert {key for key in PROPERTIES if "." not in key} <= known
    assert {key for key in PROPERTIES if "." in key} <= whole


def test_texts_lists_and_numbers_of_bodies_have_limits() -> None:
    bodies = {write.body.__name__ for write in WRITES}
    for name, key, value in properties():
        if name not in bodies:
            continue
        for part in value.get("anyOf", [value]):
            limits = {"string": "maxLength", "array": "maxItems", "integer": "maximum"}
            kinds = part.get("type", "")
            limit = limits.get(kinds if isinstance(kinds, str) else kinds[0])
            is_set = limit in part or {"enum", "format", "pattern"} & part.keys()
            # A rule profile is given by name, or its values are validated by the profile itself.
            assert limit is None or is_set or key == "rules", f"{name}.{key}"


def test_a_simple_value_or_null_has_two_types() -> None:
    """datamodel-code-generator makes classes of such a choice that no type checker accepts."""
    for name, key, value in properties():
        choice = value.get("anyOf", [])
        simple = [part for part in choice if isinstance(part.get("type"), str)]
        assert {"type": "null"} not in choice or len(simple) != 2, f"{name}.{key}"
        if "null" in value.get("type", ()) and "enum" in value:
            assert None in value["enum"], f"{name}.{key}"


def test_every_operation_has_a_tag_an_id_and_its_errors() -> None:
    ids = [operation["operationId"] for _path, _method, operation in OPERATIONS]
    assert len(ids) == len(set(ids))
    assert {tag["name"] for tag in SCHEMA["tags"]} == TAGS.keys()
    used = set()
    for path, method, operation in OPERATIONS:
        used |= set(operation["tags"])
        assert {"404", "405", "500"} <= operation["responses"].keys(), (path, method)
        if "security" in operation:
            assert {"401", "403", "429"} <= operation["responses"].keys(), (path, method)
            done = next(iter(operation["responses"].values()))
            assert "RateLimit-Remaining" in done["headers"]
            for status, answer in operation["responses"].items():
                counted = status not in ("401", "405", "500", "503")
                assert ("RateLimit-Remaining" in answer.get("headers", {})) == counted, status
        needs = [one["required"] for one in operation["parameters"] if one["name"] == "If-Match"]
        assert ("428" in operation["responses"]) == (True in needs), (path, method)
    assert used == TAGS.keys()


def test_what_is_read_leads_to_its_change_with_the_version() -> None:
    paths = SCHEMA["paths"]
    followed = set()
    for path, methods in paths.items():
        for method, operation in methods.items():
            for answer in operation["responses"].values():
                for name, link in answer.get("links", {}).items():
                    version = link["parameters"].get("header.If-Match")
                    assert (version is None) or (method, version) == (
                        "get",
                        "$response.header.ETag",
                    )
                    if version:
                        assert "ETag" in answer["headers"], path
                        followed.add(name)
    assert {"change-settings", "change-player", "correct", "extend", "lay-out-stages"} <= followed


def test_whatever_replaces_a_value_needs_its_version() -> None:
    # Players who are in the round already are refused: nothing is replaced.
    adds = {"add-to-round"}
    replaces = {write.name for write in WRITES if write.method in ("PUT", "PATCH")}
    assert replaces - adds <= {write.name for write in WRITES if write.needs_version}


@pytest.mark.parametrize("code", Code)
def test_each_error_is_documented(code: Code) -> None:
    status, _title = KINDS[code]
    line = next(line for line in PAGE.splitlines() if f"`{code}`" in line and line.startswith("|"))
    assert str(int(status)) in line.split("|")[1]


def test_the_steps_of_an_event_name_every_call() -> None:
    table = PAGE.split("| step |")[1].split("\n\n")[0]
    assert len(re.findall(r"^\| \d+\. ", table, re.MULTILINE)) == 22
    for write in WRITES:
        last = write.path.rstrip("}").rpartition("/")[2]
        last = last if "{" not in last else write.path.split("/")[-2]
        assert last in table + PAGE.split("## Webhooks by call")[1], write.name
