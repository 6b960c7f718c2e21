"""Names that the container image and the compose file need. No container is started here."""

import re
import tomllib

from config.declared import ALL
from events.finder.guide import GUIDES
from tests.shared import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "docker-compose.yml").read_text("utf-8")
# The volume of the image, and the port behind nginx.
OF_THE_IMAGE = {"MATCHSLIP_VAR", "PORT"}


def test_the_image_has_the_databases_tools_of_the_servers_version() -> None:
    [server] = re.findall(r"POSTGRES_IMAGE:-postgres:(\d+)", COMPOSE)
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    [client] = re.findall(r"postgresql-client-(\d+)", final)
    assert int(client) >= int(server)


def test_dependencies_without_a_wheel_are_built_in_a_stage_of_their_own() -> None:
    build, final = DOCKERFILE.split("\nFROM ")[1:]
    assert "build-essential" in build
    assert "base.txt" in build
    assert "COPY --from=build" in final
    assert "build-essential" not in final
    assert "http-ece" in (ROOT / "requirements" / "base.txt").read_text("utf-8")


def test_compose_passes_every_setting_on() -> None:
    named = {declared.name for declared in ALL}
    web = COMPOSE.partition("\n  web:")[2].partition("\n  front:")[0]
    passed = dict(re.findall(r"^ +((?:MATCHSLIP|DATABASE)_[A-Z_]+): (.+)$", web, re.MULTILINE))
    assert named - passed.keys() == OF_THE_IMAGE
    for name, value in passed.items():
        assert name == "DATABASE_URL" or value.startswith(f"${{{name}:-"), "what .env says counts"


def test_no_container_is_trusted_without_a_password() -> None:
    assert "POSTGRES_HOST_AUTH_METHOD: scram-sha-256" in COMPOSE
    assert "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?" in COMPOSE
    assert "postgres://matchslip:${POSTGRES_PASSWORD}@db:5432/matchslip" in COMPOSE
    assert "METHOD: trust" not in COMPOSE


def test_nginx_asks_again_where_the_application_is() -> None:
    """A container that starts again has another address; without a resolver nginx asks once."""
    front = COMPOSE.partition("\n  front:")[2]
    assert "MATCHSLIP_UPSTREAM: web:8000 resolve\n" in front
    assert "MATCHSLIP_RESOLVER: ${RESOLVER:-resolver 127.0.0.11 valid=1s ipv6=off;}\n" in front
    template = (ROOT / "deploy/nginx.conf.template").read_text("utf-8")
    upstream = template.partition("    upstream matchslip {")[2].partition("}\n\n")[0]
    for line in ("zone matchslip", "${MATCHSLIP_RESOLVER}", "server ${MATCHSLIP_UPSTREAM}"):
        assert line in upstream


def test_every_image_can_be_pinned_by_digest() -> None:
    images = re.findall(r"^ +image: (.+)$", COMPOSE, re.MULTILINE)
    assert images == ["${POSTGRES_IMAGE:-postgres:17}", "${NGINX_IMAGE:-nginx:1.28}"]
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert bases == ["${PYTHON_IMAGE}"] * 2
    assert "PYTHON_IMAGE: ${PYTHON_IMAGE:-" in COMPOSE
    serving = (ROOT / "docs/how-to/serving.md").read_text("utf-8")
    for name in ("POSTGRES_IMAGE", "NGINX_IMAGE", "PYTHON_IMAGE"):
        assert f"{name}=" in serving


def test_the_image_has_the_guides_that_pages_show() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    guides = {f"docs/{guide}" for guide in GUIDES.values()}
    for kept in ({line[1:] for line in ignored if line.startswith("!")}, set(wheel)):
        assert {guide for guide in guides if not {guide, guide.rpartition("/")[0]} & kept} == set()
