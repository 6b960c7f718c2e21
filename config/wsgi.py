"""The WSGI application that the server runs."""

import os

from django.core.wsgi import get_wsgi_application

from events.hosting.parent import leave_with_server

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
leave_with_server()
