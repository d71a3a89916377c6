"""How gunicorn serves the application: its worker, which waits for nobody and loses nothing when it stops."""
