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

    def link(self, process, call):
        self.names.link(*self.two_paths(process, call, "link"))

    def two_paths(self, process, call, short):
        """`short`: the name of the call that has no directories."""
        old, new = call.arguments[:2]
        arguments = ["", old, "", new] if call.name == short else call.arguments
        return [self.path(process, *arguments[i:i + 2]) for i in (0, 2)]

    def rename(self, process, call):
        old, new = self.two_paths(process, call, "rename")
        if call.name == "renameat2" and "RENAME_EXCHANGE" in call.arguments[4]:
            self.unseen.add("an exchange of two names")
        elif old != new:
            self.forget(process, self.names.rename(old, new))

    def change_directory(self, process, call):
        process.directory.path = calls.descriptor(call.arguments[0])[1] \
            if call.name == "fchdir" else self.path(process, "", call.arguments[0])
