"""What every test can ask for."""

import pytest
from django.test import override_settings


@pytest.fixture(autouse=True, scope="session")
def plain_static_files() -> object:
    """Serve static files by their own names: no test depends on a collected folder."""
    storages = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(STORAGES=storages, PUBLIC_SECONDS=0):
        yield
