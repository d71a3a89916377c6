"""gunicorn's own ASGI worker, for an application that speaks WSGI."""

from a2wsgi import WSGIMiddleware
from gunicorn.workers.gasgi import ASGIWorker


class Worker(ASGIWorker):
    """The worker, with the application behind the adapter of a2wsgi, which calls it in `threads` threads."""

    def load_wsgi(self):
        self.wsgi = self.app.wsgi()  # where deploy/gunicorn.conf.py looks for it
        self.asgi = WSGIMiddleware(self.wsgi, workers=self.cfg.threads)
