"""What scripts/plot draws with."""
