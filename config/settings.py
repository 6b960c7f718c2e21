"""All settings, driven by the environment; config/declared.py has its variables."""

import errno
import os
import tempfile
import tomllib
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import dj_database_url
import django
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import declared
from config.setting_readers import LEAST_KEY
from domain.own_command import typed
from events.core.private_files import keep_private, kept_secret, why_unusable

BASE_DIR = Path(__file__).resolve().parent.parent
declared.check()
UNKNOWN_SETTINGS = declared.unknown_names(os.environ)
# Used unless `serve` names another; hosting platforms set it.
PORT = declared.PORT.value
VAR_DIR = Path(declared.VAR.value or BASE_DIR / "var").absolute()
# Lock files of heavy work (events/web/heavy/jobs.py).
TURNS_DIR = VAR_DIR
# pyproject.toml owns the version; this is the only place that reads it.
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def _secret_key() -> str:
    """Return the signing key from the environment, or the one stored for this installation."""
    try:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = declared.SECRET_KEY.value or kept_secret(VAR_DIR / "secret_key")
        if not os.access(VAR_DIR, os.W_OK | os.X_OK):
            _try_to_write()
        if len(key) < LEAST_KEY:
            raise OSError(errno.EILSEQ, "It is too short", str(VAR_DIR / "secret_key"))
    except OSError as error:
        raise ImproperlyConfigured(why_unusable(error, VAR_DIR)) from error
    return key


def _try_to_write() -> None:
    """Raise the system's own reason why nothing can be written; rights are one of several."""
    try:
        tempfile.TemporaryFile(dir=VAR_DIR).close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(VAR_DIR)) from error


def _public_key(private: str) -> str:
    """Return the public key with which browsers verify messages to phones."""
    # Imported only where needed, because the import is slow.
    from events.core.phones.push_keys import public_key_of

    try:
        return public_key_of(private)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"MATCHSLIP_PUSH_KEY is no key. Make one: {typed('push_key')}"
        ) from error


DEBUG = declared.DEBUG.value
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = declared.HOSTS.value
CSRF_TRUSTED_ORIGINS = declared.ORIGINS.value

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "events",
]

MIDDLEWARE = [
    "events.web.middleware.operated",
    "django_htmx.middleware.HtmxMiddleware",
    "events.web.middleware.security_headers",
    "events.web.middleware.refuse_floods",
    "events.web.middleware.refuse_nul",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "events.web.middleware.Compress",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "events.hosting.standby.views.refuse_when_taken_over",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "events.web.middleware.refuse_when_late",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "events.web.middleware.second_factor_first",
    "events.web.middleware.parts_only",
    "events.web.middleware.login_leads_back",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "events.web.template_files.ProjectTemplates",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"hosting": "events.hosting.template_tags"},
            "builtins": ["events.templatetags.matchslip", "events.templatetags.words"],
        },
    },
]

# In an address "#" and "%" would cut or change the folder's name.
DATABASE_URL = declared.DATABASE.value or f"sqlite:///{quote(str(VAR_DIR / 'matchslip.sqlite3'))}"
DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
# One commit is one sync, so an acknowledged result survives a power cut. On a Mac, fullfsync also
# flushes the drive's own cache; elsewhere it does nothing.
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;"
)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Take the write lock when a transaction begins: two writers then wait for each
        # other instead of failing half-way with "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": _SQLITE_PRAGMAS,
    }
    # Without this, every account on this computer could read names and addresses. SQLite gives its
    # log the permissions of the database.
    READABLE = [
        path
        for path in (
            VAR_DIR,
            *(Path(f"{DATABASES['default']['NAME']}{rest}") for rest in ("", "-wal", "-shm")),
        )
        if not keep_private(path)
    ]
    # Closing the last connection checkpoints the whole write-ahead log, with three syncs. With
    # persistent connections a synced commit costs less than an unsynced one did without them.
    DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    READABLE = [] if keep_private(VAR_DIR) else [VAR_DIR]
    # The pool has a connection for each server thread and each thread that polls for news, so that
    # a caller waits only if the database is down. The desk then gets an error soon, and the pool
    # never gives up for long.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        # From the address: a certificate, or several hosts of which one accepts writes.
        **DATABASES["default"].get("OPTIONS", {}),
        "connect_timeout": 3,
        # An unplugged database sends no error: after these milliseconds it counts as lost.
        "tcp_user_timeout": 10_000,
        # For events/core/compiled/query.py only: Django's own cursors prepare no statements.
        "prepare_threshold": 1,
        "pool": {"min_size": 1, "max_size": 12, "timeout": 4, "reconnect_timeout": 3},
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = ["events.web.login_backends.LocalDemoBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
# "required": every account needs a second factor; otherwise an organisation may ask for it.
SECOND_FACTOR_REQUIRED = declared.SECOND_FACTOR.value == "required"
LOGIN_REDIRECT_URL = "staff:events"
LOGOUT_REDIRECT_URL = "public:events"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# An installed package may be in a read-only folder, so static files are collected next to the data.
STATIC_ROOT = Path(os.environ.get("MATCHSLIP_STATIC", BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Set by `manage.py serve` if the server itself speaks TLS: "own" with a self-signed certificate,
# "files" with a given one. No proxy then reports the scheme of a request.
TLS_HERE = os.environ.get("MATCHSLIP_TLS_HERE", "")
HTTPS = bool(TLS_HERE) or declared.HTTPS.value
SESSION_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "events.web.error_pages.form_of_another_login"
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
# A laptop with its own certificate may serve without one on another day.
_STAYS = HTTPS and TLS_HERE != "own"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if _STAYS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _STAYS
SECURE_HSTS_PRELOAD = _STAYS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and not TLS_HERE else None
SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
X_FRAME_OPTIONS = "DENY"

# An event archive of a large event is about 400 KB; a roster of 10,000 about 1 MB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50_000

BACKUP_SECONDS = 60 * declared.BACKUP_MINUTES.value
BACKUPS_ALSO = Path(declared.BACKUPS_ALSO.value) if declared.BACKUPS_ALSO.value else None

PUBLIC_SECONDS = declared.PUBLIC_SECONDS.value
# Memory limit for built pages in each worker.
PAGE_BYTES = declared.PAGES_MB.value * 1024 * 1024
# A folder of public archetype definitions, from which decks get suggestions.
ARCHETYPE_RULES = declared.ARCHETYPES.value
CONNECTIONS_AN_ADDRESS = declared.CONNECTIONS.value
PROXIES = declared.PROXIES.value
METRICS_TOKEN = declared.METRICS_TOKEN.value
METRICS = bool(METRICS_TOKEN) or declared.METRICS.value

_mail = urlsplit(declared.MAIL.value)
_mail_server = {
    "host": _mail.hostname or "",
    "port": _mail.port or {"smtps": 465, "smtp+tls": 587}.get(_mail.scheme, 25),
    "username": unquote(_mail.username or ""),
    "password": unquote(_mail.password or ""),
    "use_ssl": _mail.scheme == "smtps",
    "use_tls": _mail.scheme == "smtp+tls",
    "timeout": 10,
}
if django.VERSION >= (6, 1):
    MAILERS = {"default": {"OPTIONS": _mail_server}}
else:
    EMAIL_HOST = _mail_server["host"]
    EMAIL_PORT = _mail_server["port"]
    EMAIL_HOST_USER = _mail_server["username"]
    EMAIL_HOST_PASSWORD = _mail_server["password"]
    EMAIL_USE_SSL = _mail_server["use_ssl"]
    EMAIL_USE_TLS = _mail_server["use_tls"]
    EMAIL_TIMEOUT = _mail_server["timeout"]
DEFAULT_FROM_EMAIL = declared.MAIL_FROM.value
# Never the host that a request names: an attacker would receive other people's private addresses.
SITE = declared.SITE.value
SENDS_MAIL = bool(_mail.hostname and DEFAULT_FROM_EMAIL and SITE)

# Hosts of browsers' push services. The server sends push messages to no other host.
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
PUSH_CONTACT = declared.PUSH_CONTACT.value
PUSH_KEY = declared.PUSH_KEY.value
PUSH_PUBLIC_KEY = _public_key(PUSH_KEY) if PUSH_KEY else ""

SECURITY_CONTACT = declared.SECURITY_CONTACT.value
# Networks that webhooks may go to besides public addresses, such as 192.168.1.0/24.
HOOK_NETWORKS = declared.HOOK_NETWORKS.value

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "private": {"()": "events.hosting.logs.HidePrivateAddresses"},
        "refusals": {"()": "events.hosting.logs.RefusalsInALine"},
        "sums": {"()": "events.hosting.logs.SumUp"},
    },
    "formatters": {
        "text": {"()": "events.hosting.logs.PlainLines", "format": "%(message)s"},
        "json": {"()": "events.hosting.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["sums", "private", "refusals"],
            "formatter": declared.LOG.value,
        },
        "requests": {
            "class": "logging.StreamHandler",
            "filters": ["private"],
            "formatter": "text",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django's own handlers would write and mail these lines unfiltered.
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.server": {"handlers": ["requests"], "level": "INFO", "propagate": False},
    },
}
