#!/usr/bin/python3
"""What cannot be run is refused before anything runs, in four parts; calls that are not answered are named once."""
import os
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

    def test_a_folder_in_place_of_a_program(self):
        self.refused("cannot be executed", node0="/tmp")

    def test_a_node_that_is_not_there(self):
        for node in ["node64", "node99999999999", "node18446744073709551614", "node18446744073709551615"]:
            self.refused(f"{node}: a program for it; allowed: nodes 0 to 63", node0="true", **{node: "true"})
        self.refused("node2: a program for it; allowed: nodes below 2", **{"node0": "true", "node2": "true", "nodes": "2"})

    def in_file(self, text, fields):
        (self.folder / "all.toml").write_text("programs = [{" + fields + "}]")
        self.refused(text, file="all.toml")

    def test_fields_of_a_file(self):
        self.in_file("0 to 63", 'node = 64, run = "true"')
        self.in_file("without node; allowed: programs with node and run", 'run = "true"')
        for field in ['run = "true\\u0000"', 'run = "true", directory = "a\\u0000"', 'run = "true", environment = ["A=\\u0000"]']:
            self.in_file("the character 0", "node = 0, " + field)

    def test_an_input_that_is_no_file(self):
        os.mkfifo(self.folder / "fifo")
        for name in ["fifo", ".", "nosuch"]:
            self.in_file("cannot be read", f'node = 0, run = "cat", input = "{name}"')

    def test_a_folder_that_has_gone(self):
        (self.folder / "gone").mkdir()
        self.around = ["sh", "-c", 'cd gone; rmdir ../gone; exec "$@"', "sh"]
        self.refused("no directory", node0="true")

    def test_requests_of_a_node_that_is_not_there(self):
        self.refused("requests: of node2; allowed: nodes below 2", node0="true", requests="node2: send .. receive")


class File(running.Case):
    def refused(self, text, fields):
        (self.folder / "all.toml").write_text(f'programs = [{{node = 0, run = "true", {fields}}}]\n')
        done = self.start("--set", "file=all.toml")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stderr, FOUR_PARTS)
        self.assertIn(text, done.stderr)

    def test_an_environment_that_is_no_list(self):
        self.refused("all.toml:1: environment", 'environment = "A=B"')

    def test_a_setting_without_a_name_or_value(self):
        self.refused("all.toml:1: environment", 'environment = ["A=B", "C"]')
        self.refused("all.toml:1: environment", 'environment = ["=B"]')

    def test_a_field_that_is_none(self):
        self.refused("all.toml:1: nodes", "nodes = 3")


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
