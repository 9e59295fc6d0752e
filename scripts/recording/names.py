"""Calls that change which file is at which path."""
from recording import calls


class Names:
    def unlink(self, process, call):
        at = call.name == "unlinkat"
        path = self.path(process, call.arguments[0] if at else "", call.arguments[1 if at else 0])
        if not (at and "AT_REMOVEDIR" in call.arguments[2]):
            self.forget(process, self.names.remove(path))

    def forget(self, process, file):
        if file:
            self.emit(process, "unlink", file)

    def rename(self, process, call):
        arguments = call.arguments
        if call.name == "rename":
            arguments = ["", arguments[0], "", arguments[1]]
        old, new = (self.path(process, *arguments[i:i + 2]) for i in (0, 2))
        if len(arguments) > 4 and "RENAME_EXCHANGE" in arguments[4]:
            self.unseen.add("an exchange of two names")
        elif old != new:
            self.forget(process, self.names.rename(old, new))

    def change_directory(self, process, call):
        process.directory.path = calls.descriptor(call.arguments[0])[1] \
            if call.name == "fchdir" else self.path(process, "", call.arguments[0])
