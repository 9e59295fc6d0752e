"""What is wrong with an input, in four parts."""


class Fault(Exception):
    """Where, what was found, what is allowed, what to do."""

    def __init__(self, where, found, allowed, advice, code=3):
        super().__init__(f"{where}: {found}; allowed: {allowed}; {advice}")
        self.code = code  # of flybar: 2 usage, 3 configuration, 4 simulation, 5 output


class Refused(Exception):
    """Flybar itself has refused what it was asked for; its text has the four parts."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code
