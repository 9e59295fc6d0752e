#!/usr/bin/python3
"""container.py COMMAND...: runs it as Docker's own profile does without rights: personality, unshare, pidfd_getfd, kcmp
and new spaces fail with EPERM, clone3 with ENOSYS."""
import ctypes
import os
import struct
import sys

PERSONALITY, UNSHARE, PIDFD_GETFD, KCMP, CLONE, CLONE3 = 135, 272, 438, 312, 56, 435
EPERM, ENOSYS = 1, 38
NEW_SPACES = 0x7e020000
LOAD, JUMP_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, FAIL = 0x7fff0000, 0x00050000


def rules():
    rows = [(LOAD, 0, 0, 0)]
    for number, error in (PERSONALITY, EPERM), (UNSHARE, EPERM), (PIDFD_GETFD, EPERM), (KCMP, EPERM), (CLONE3, ENOSYS):
        rows += [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, FAIL | error)]
    rows += [(JUMP_EQUAL, 0, 3, CLONE), (LOAD, 0, 0, 16), (JUMP_SET, 0, 1, NEW_SPACES), (RETURN, 0, 0, FAIL | EPERM)]
    return rows + [(RETURN, 0, 0, ALLOW)]


def install():
    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]

    packed = b"".join(struct.pack("HBBI", *row) for row in rules())
    program = Program(len(rules()), packed)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program)):
        sys.exit(f"container.py: {os.strerror(ctypes.get_errno())}")


install()
os.execvp(sys.argv[1], sys.argv[1:])
