"""The command line. Each command lives in a module of its own, imported when it is used."""
