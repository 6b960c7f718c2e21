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

# exec form: the server itself gets the signals. More options: manage.py serve --help
ENTRYPOINT ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
