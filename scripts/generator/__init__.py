"""Reads register and layout sources (source.py) and writes one language per module."""
