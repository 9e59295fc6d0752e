#!/usr/bin/python3
"""What cannot be run is refused before anything runs, in four parts; calls that are not answered are named once."""
import re

import running

FOUR_PARTS = re.compile(r"^\S.*: .+; allowed: .+; .+$", re.MULTILINE)


class Before(running.Case):
    def refused(self, text, **nodes):
        done = self.start(**nodes)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stderr, FOUR_PARTS)
        self.assertIn(text, done.stderr)

    def test_no_program(self):
        self.refused("no program that the run could wait for")

    def test_only_servers(self):
        self.refused("no program that the run could wait for", node0="sleep 1 &")

    def test_nothing_but_a_time(self):
        self.refused("COMMAND", node0="@1 ms")

    def test_a_time_without_unit(self):
        self.refused("a time behind @", node0="@1 echo")

    def test_a_time_before_the_begin(self):
        self.refused("a time behind @", node0="@-5 ms echo")

    def test_a_program_that_is_not_there(self):
        self.refused('no program "iperf99"', node0="iperf99 -s")

    def test_a_file_that_cannot_be_executed(self):
        self.refused("cannot be executed", node0="./page.bin")

    def test_a_program_of_another_processor(self):
        program = self.folder / "other"
        program.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\xb7\x00" + bytes(100))
        program.chmod(0o755)
        self.refused("another processor", node0="./other")

    def test_a_program_with_the_rights_of_its_owner(self):
        program = self.folder / "owned"
        program.write_bytes(b"#!/bin/sh\n")
        program.chmod(0o4755)
        self.refused("setuid", node0="./owned")

    def test_a_node_that_is_not_there(self):
        done = self.start(node99="true")
        self.assertEqual(done.returncode, 3, done.stderr)


class Calls(running.Case):
    def told(self, text, program):
        done = self.start(node0=program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count(text), 1, done.stderr)
        return done.stdout

    def test_raw_sockets(self):
        self.told("python3.11: socket(): sockets other than streams and datagrams is refused",
                  "python3 -c 'import socket\ntry: socket.socket(socket.AF_INET, socket.SOCK_RAW)\nexcept PermissionError: print(1)'")

    def test_spaces(self):
        self.told("not for a program of a modelled host", "unshare -n true; unshare -n true; true")

    def test_a_call_that_only_the_machine_knows_ends_the_run(self):
        done = self.start(node0="mkfifo f; cat f")
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertRegex(done.stderr, FOUR_PARTS)
        self.assertIn("waits in a call of the machine", done.stderr)


if __name__ == "__main__":
    running.main()
