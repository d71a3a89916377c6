"""`python -m service.cli` is `piquet-referee`."""

from service.cli.main import main

raise SystemExit(main())
