"""Settings: one file, the environment makes the difference between a hall and a host.

DATABASE_URL          where the data is; an SQLite file under var/ when absent
DATABASE_REPLICA_URL  a copy that PostgreSQL keeps, which public pages are read from
SECRET_KEY            needed when hosted; a hall keeps its own in var/secret_key
DEBUG=1               a developer's machine
LAN=1                 a hall: any private address of this machine is a good host name
HTTPS=1               hosted behind a proxy that speaks https: secure cookies, HSTS, redirect
BACKUP_DIR            where copies of the database go; a folder beside it when absent
ALLOWED_HOSTS         the names a hosted site answers to, separated by commas
PRINT_WORKERS         processes that each web process keeps to lay papers out in
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
# What this installation makes for itself: database, secret key, collected files.
VAR_DIR = BASE_DIR / "var"


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def _secret_key() -> str:
    # An empty key would boot and then fail at the first session, so it counts as none.
    if given := os.environ.get("SECRET_KEY"):
        return given
    if DEBUG:
        return "insecure-key-of-a-developer-s-machine"
    kept = VAR_DIR / "secret_key"
    if kept.is_file() and (key := kept.read_text().strip()):
        return key
    raise ImproperlyConfigured(
        f"No secret key: set SECRET_KEY, or let `make setup` write one in {kept}."
    )


DEBUG = _flag("DEBUG")
LAN = _flag("LAN")
HTTPS = _flag("HTTPS")
SECRET_KEY = _secret_key()

# --- Who may ask, and how -----------------------------------------------------------------------

ALLOWED_HOSTS = [
    name.strip() for name in os.environ.get("ALLOWED_HOSTS", "").split(",") if name.strip()
]
if not ALLOWED_HOSTS:
    ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
if LAN:
    # Django's list knows names, not networks: tournament.hosts judges instead, and keeps these.
    HALL_HOSTS, ALLOWED_HOSTS = ALLOWED_HOSTS, ["*"]
else:
    HALL_HOSTS = []

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 3  # a contest's week-end
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if not HTTPS:
    # Over plain http a browser ignores this header off localhost and says so in its console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
    }
}

# A season's team list or an archive fits; a mistake or an attack does not.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_HANDLERS = [
    "tournament.uploads.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
# How many processes each web process may keep to lay papers out in, each started when one more
# is needed; 0 lays them out in itself.
PRINT_WORKERS = int(os.environ.get("PRINT_WORKERS", "0" if DEBUG else "2"))

# --- The application ----------------------------------------------------------------------------

INSTALLED_APPS = [
    "tournament.apps.TournamentConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tables2",
    "csp",
]
MIDDLEWARE = [
    "tournament.hosts.HallHostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.turns.InTurn",
    "tournament.visitors.PrivatePages",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournament.upkeep.faults.ArrivedWhole",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.access.DeletedMeanwhile",
    "tournament.upkeep.faults.FaultsInWords",
]
ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournament.templatetags.urls"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
# In a cookie: a session is a row, and a deal recorded would write it twice, a disk's wait each.
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = ["tournament.visitors.Accounts"]
SESSION_ENGINE = "tournament.visitors"
LOGIN_URL = "clubs:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "clubs:login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Data ---------------------------------------------------------------------------------------


def _database(url: str) -> dict[str, Any]:
    # Kept open: opening costs more than most pages.
    found: dict[str, Any] = dict(
        dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)
    )
    if found["ENGINE"] == "django.db.backends.sqlite3":
        found["CONN_HEALTH_CHECKS"] = False  # a file does not hang up
        found["OPTIONS"] = {
            # A deferred transaction that reads before it writes fails at once when another
            # writes; an immediate one waits its turn.
            "transaction_mode": "IMMEDIATE",
            # Who waits keeps a thread of the server from those who read; no act of the site
            # holds the file for as long.
            "timeout": 10,
            # So many questions each thread keeps ready to be asked again: those of the desk, of
            # the telephones and of the public, not those of every page that anybody opened once.
            "cached_statements": 64,
            # FULL: a deal answered « enregistrée » survives a power cut. Each thread keeps 1,000
            # kilobytes of the file for itself; the system keeps all of it for everybody.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                "PRAGMA cache_size=-1000;"
            ),
        }
    elif found["ENGINE"] == "django.db.backends.postgresql":
        found["ENGINE"] = "tournament.postgresql"
        # Most questions are asked again and again, and take longer to plan than to answer. What
        # the address says goes first: a pooler that gives each transaction another connection
        # needs a threshold that is never reached.
        planned_once = {"server_side_binding": True, "prepare_threshold": 2}
        found["OPTIONS"] = planned_once | found.get("OPTIONS", {})
    return found


DATABASES = {
    "default": _database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'dix-de-der.sqlite3'}"
    )
}
if _replica := os.environ.get("DATABASE_REPLICA_URL"):
    DATABASES["replica"] = _database(_replica) | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["tournament.replicas.Router"]
    MIDDLEWARE += ["tournament.replicas.PublicPages"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A field's label, help and refusal are laid out in templates/django/forms.
FORM_RENDERER = "tournament.widgets.WrittenOut"

BACKUP_DIR = os.environ.get("BACKUP_DIR", "")

# --- Language and time --------------------------------------------------------------------------

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
TIME_ZONE = "Europe/Paris"
USE_TZ = True

# --- Files served beside the pages --------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

# --- What the console shows ---------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"terse": {"format": "{asctime} {levelname} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "terse"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # A page that is not there, a form sent twice: the visitor is told, the console need not be.
        "django.request": {"level": "ERROR"},
        # Anyone can send a wrong host as often as they like.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.server": {"level": "INFO"},  # runserver's line a request
    },
}
