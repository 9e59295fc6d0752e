"""Which kind of fault has ended a recording."""

USAGE, MISSING, COMMAND, OUTPUT, TOO_LARGE, NOTHING, INTERRUPTED = 2, 3, 4, 5, 6, 7, 130
