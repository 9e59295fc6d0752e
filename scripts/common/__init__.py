"""What the packages of scripts/ share: quantities, and what is wrong with an input."""
