"""What ends a recording, with the exit code that says which kind it was."""

USAGE, MISSING, COMMAND, OUTPUT, TOO_LARGE, NOTHING, INTERRUPTED = 2, 3, 4, 5, 6, 7, 130


class RecordingFault(Exception):
    def __init__(self, code, where, found, allowed, advice):
        super().__init__(f"{where}: {found}; allowed: {allowed}; {advice}")
        self.code = code
