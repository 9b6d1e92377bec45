"""The HTTP API, ``/api/v1/``: a file per noun. It translates and holds no rules."""
