"""The application a WSGI server loads."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()

# What is loaded by now stays: looking through it for garbage, now and then, held up every
# request of the moment for as long as four pages take.
gc.collect()
gc.freeze()
