"""Pictures of a table: artwork, light, lens, arms."""
