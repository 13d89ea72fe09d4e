"""Commands that measure; each prints a table and can write it beside itself."""
