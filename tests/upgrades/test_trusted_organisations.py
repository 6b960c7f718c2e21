"""Organisations that made accounts go on helping with them after an update."""

from importlib import import_module

import pytest
from django.apps import apps

from events.models import AccountTrust, Organisation, Role
from tests import factories

pytestmark = pytest.mark.django_db
MIGRATION = import_module("events.migrations.0096_trusted_organisations")


def trusts() -> set[tuple[str, str]]:
    MIGRATION.note_who_made_accounts(apps, None)
    rows = AccountTrust.objects.filter(made=True)
    return set(rows.values_list("user__username", "organisation__slug"))


def test_an_account_belongs_to_whoever_invited_it() -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    club = Organisation.objects.create(slug="club", name="Club")
    event = factories.event(organisation=shop)
    factories.invited_before(event, "jo")
    factories.staff_member(event, Role.JUDGE, "rossi")
    factories.staff_member(factories.event(organisation=club), Role.JUDGE, "bianchi")
    assert trusts() == {("jo", "shop")}
    assert trusts() == {("jo", "shop")}, "again, it adds none"


def test_on_a_laptop_the_one_organisation_made_them_all() -> None:
    shop = Organisation.objects.create(slug="shop", name="Shop")
    factories.staff_member(factories.event(organisation=shop), Role.JUDGE, "rossi")
    factories.staff_member(factories.event(), Role.JUDGE, "bianchi")
    assert trusts() == {("rossi", "shop")}
