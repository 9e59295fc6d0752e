"""What is wrong with an input."""


class Fault(Exception):
    """Where, what was found, what is allowed, what to do; `code` is what the script exits with."""

    def __init__(self, where, found, allowed, advice, code=3):
        super().__init__(f"{where}: {found}; allowed: {allowed}; {advice}")
        self.code = code  # of flybar: 2 usage, 3 configuration, 4 simulation, 5 output


class Refused(Exception):
    """The text is whole: flybar itself has refused what it was asked for, or a source says what it may not."""

    def __init__(self, text, code=2):
        super().__init__(text)
        self.code = code
