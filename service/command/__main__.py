"""`python -m service.command` is `piquet-referee`."""

from service.command.main import main

raise SystemExit(main())
