# Some dependencies come as source only (http-ece): they are built here, and the image has no compiler.
# By digest: docs/how-to/serving.md says how.
ARG PYTHON_IMAGE=python:3.11-slim-trixie
FROM ${PYTHON_IMAGE} AS build

WORKDIR /build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends build-essential \
    && rm -rf /var/lib/apt/lists/*
COPY requirements/base.txt base.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --requirement base.txt

FROM ${PYTHON_IMAGE}

WORKDIR /app
# Backups are made with pg_dump and read back with pg_restore, of the server's version or newer:
# docker-compose.yml names the server.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH
# A host of containers may name another one.
ENV PORT=8000
COPY . .

# var/ holds the signing key, and the SQLite database where DATABASE_URL names no other.
RUN useradd --no-create-home matchslip \
    && mkdir -p var staticfiles \
    && chown -R matchslip var staticfiles locale \
    && chmod 700 var
# Translations, static files, an empty database and compiled modules are made here, so that the image can
# be read-only: everything but var/ and /tmp.
RUN MATCHSLIP_VAR=/tmp/build python manage.py shell -c "\
from events.hosting.static_collection import collect_static_files; collect_static_files(); \
from events.hosting.updates import ship_tables; ship_tables()" \
    && MATCHSLIP_VAR=/tmp/build python manage.py compile_translations && rm -rf /tmp/build \
    && python -m compileall -q .
USER matchslip
VOLUME /app/var
EXPOSE 8000

# Ready: the database answers and has its tables. Python, because the image has no curl. A first start on a
# slow host makes tables for minutes; compose starts nginx as soon as it is ready.
HEALTHCHECK --interval=10s --timeout=6s --start-period=600s CMD ["python", "-c", \
    "import os, urllib.request as r; \
    r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=5)"]

# exec form: the server itself gets the signals. More options: manage.py serve --help
ENTRYPOINT ["python", "manage.py", "serve", "--host", "0.0.0.0"]
