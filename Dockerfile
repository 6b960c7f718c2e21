FROM python:3.11-slim

WORKDIR /app
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --disable-pip-version-check --requirement requirements/base.txt
COPY . .

# var/ holds the signing key, and the SQLite database where DATABASE_URL names no other.
RUN useradd --no-create-home matchslip \
    && mkdir -p var staticfiles \
    && chown -R matchslip var staticfiles locale
USER matchslip
VOLUME /app/var
EXPOSE 8000

# Ready: the database answers and has its tables. Python, because the image has no curl.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]

# exec form: the server itself gets the signals. More options: manage.py serve --help
ENTRYPOINT ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
