#!/usr/bin/python3
"""Tests of scripts/record-workload: what it makes of system calls that are written down here, and how it ends."""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPTS = Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))
from recording import calls, workload  # noqa: E402
from recording.recorder import Recorder  # noqa: E402


def lines_of(trace, directory="/d", overhead=0, quantum=1, only=(), exclude=(), faults=(),
             programs=False):
    """The lines of a workload from lines "process us call <us>", for short."""
    found = list(calls.read(expand(line) for line in trace.strip().splitlines()))
    recorder = Recorder(directory, overhead * 1000)
    recorder.record(found, [(p, p, BASE + us * 1000, a) for p, us, a in faults])
    wants = workload.Choice(only, exclude, directory).wants
    dropped = set() if programs else recorder.executable
    kept = workload.chosen(workload.settled(recorder.operations), wants, dropped)
    text = workload.write(kept, [], recorder.order, directory, quantum)
    return text.splitlines()


BASE = 10**18


def expand(line):
    process, us, text = line.strip().split(" ", 2)
    time = BASE + int(us) * 1000
    if text.endswith(" us>"):
        text, spent = text[:-4].rsplit(" <", 1)
        text += f" <{int(spent) / 10**6:.9f}>"
    return f"{process} {time // 10**9}.{time % 10**9:09d} {text}\n"


def operations(trace, **options):
    whole = lines_of(trace, **options)
    return whole[whole.index("begin") + 1:-1]


def files(trace, **options):
    return [line for line in lines_of(trace, **options) if line.startswith("file ")]


OPEN = """1 0 openat(AT_FDCWD</d>, "a", O_RDWR) = 3</d/a> <1 us>
1 1 fstat(3</d/a>, {st_mode=S_IFREG|0644, st_size=9000, ...}) = 0 <1 us>"""


class Contents(unittest.TestCase):
    def test_sequential_reads_follow_the_offset(self):
        self.assertEqual(operations(OPEN + """
            1 12 read(3</d/a>, ""..., 4096) = 4096 <5 us>
            1 27 read(3</d/a>, ""..., 4096) = 4096 <5 us>"""), ["0 10 read 0 0 4096 x2"])

    def test_think_time_leaves_out_the_operation_itself(self):
        self.assertEqual(operations(OPEN + """
            1 12 read(3</d/a>, ""..., 100) = 100 <500 us>
            1 519 pread64(3</d/a>, ""..., 50, 8000) = 50 <5 us>"""),
                         ["0 10 read 0 0 100", "0 7 read 0 8000 50"])

    def test_the_cost_of_tracing_is_taken_off(self):
        self.assertEqual(operations(OPEN + """
            1 12 read(3</d/a>, ""..., 100) = 100 <1 us>""", overhead=4), ["0 6 read 0 0 100"])

    def test_rounded_think_times_add_up(self):
        trace = OPEN + "".join(f"""
            1 {12 + 10 * i} pwrite64(3</d/a>, ""..., 10, {i}00) = 10 <3 us>""" for i in range(1, 5))
        thinks = [int(line.split()[1]) for line in operations(trace, quantum=10)]
        self.assertEqual(thinks, [20, 0, 10, 10])

    def test_a_read_of_nothing_and_a_failed_one_are_left_out(self):
        self.assertEqual(operations(OPEN + """
            1 12 read(3</d/a>, "", 4096) = 0 <5 us>
            1 20 read(3</d/a>, 0x7f, 4096) = -1 EIO (Input/output error) <5 us>
            1 40 fsync(3</d/a>) = 0 <1 us>"""), ["0 28 sync 0"])

    def test_lseek_moves_and_dup_shares_the_offset(self):
        self.assertEqual(operations(OPEN + """
            1 2 lseek(3</d/a>, 5000, SEEK_SET) = 5000 <1 us>
            1 3 dup2(3</d/a>, 7) = 7</d/a> <1 us>
            1 4 read(7</d/a>, ""..., 10) = 10 <1 us>
            1 5 readv(3</d/a>, [{iov_base=""..., iov_len=20}], 1) = 20 <1 us>"""),
                         ["0 0 read 0 5000 10", "0 0 read 0 5010 20"])

    def test_appends_go_to_the_end(self):
        self.assertEqual(operations("""
            1 0 stat("a", {st_mode=S_IFREG|0644, st_size=700, ...}) = 0 <1 us>
            1 1 openat(AT_FDCWD</d>, "a", O_WRONLY|O_APPEND) = 3</d/a> <1 us>
            1 2 write(3</d/a>, ""..., 30) = 30 <1 us>"""), ["0 0 write 0 700 30"])

    def test_appends_to_a_file_of_unknown_size_are_counted_from_its_end(self):
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch).resolve() / "log"
            path.write_bytes(b"x" * 150)
            trace = f"""
                1 1 openat(AT_FDCWD</d>, "log", O_WRONLY|O_CREAT|O_APPEND, 0666) = 3<{path}> <1 us>
                1 2 write(3<{path}>, ""..., 20) = 20 <1 us>
                1 3 write(3<{path}>, ""..., 30) = 30 <1 us>"""
            self.assertEqual(operations(trace), ["0 0 write 0 100 20", "0 0 write 0 120 30"])
            self.assertEqual(files(trace), ["file 0 100 .../log"])

    def test_copies_between_files_are_a_read_and_a_write(self):
        self.assertEqual(operations(OPEN + """
            1 2 creat("b", 0666) = 4</d/b> <1 us>
            1 3 copy_file_range(3</d/a>, [40] => [140], 4</d/b>, NULL, 100, 0) = 100 <1 us>
            1 4 sendfile(4</d/b>, 3</d/a>, NULL, 10) = 10 <1 us>"""),
                         ["0 0 read 0 40 100", "0 0 write 1 0 100",
                          "0 0 read 0 0 10", "0 0 write 1 100 10"])

    def test_an_open_that_truncates_a_known_file_is_a_truncate(self):
        self.assertEqual(operations(OPEN + """
            1 2 write(3</d/a>, ""..., 30) = 30 <1 us>
            1 3 openat(AT_FDCWD</d>, "a", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 4</d/a> <1 us>
            1 4 ftruncate(3</d/a>, 77) = 0 <1 us>"""),
                         ["0 0 write 0 0 30", "0 0 truncate 0 0", "0 0 truncate 0 77"])

    def test_a_file_that_others_made_longer_is_said_to_have_grown(self):
        self.assertEqual(operations(OPEN + """
            1 2 pread64(3</d/a>, ""..., 1000, 9000) = 1000 <1 us>"""),
                         ["0 0 truncate 0 10000", "0 0 read 0 9000 1000"])

    def test_pipes_and_devices_are_left_out_and_waiting_for_them_is_think_time(self):
        self.assertEqual(operations(OPEN + """
            1 2 read(0<pipe:[7]>, ""..., 100) = 100 <50 us>
            1 52 write(1</dev/pts/1>, ""..., 100) = 100 <10 us>
            1 62 read(3</d/a>, ""..., 100) = 100 <1 us>"""), ["0 60 read 0 0 100"])


    def test_a_range_that_is_waited_for_is_a_sync(self):
        self.assertEqual(operations(OPEN + """
            1 2 sync_file_range(3</d/a>, 0, 10, SYNC_FILE_RANGE_WRITE) = 0 <1 us>
            1 3 sync_file_range(3</d/a>, 0, 10, SYNC_FILE_RANGE_WRITE|SYNC_FILE_RANGE_WAIT_AFTER) = 0 <1 us>"""),
                         ["0 0 sync 0"])

    def test_a_sync_of_everything_is_one_of_each_file_that_was_written_since_its_last(self):
        self.assertEqual(operations(OPEN + """
            1 1 openat(AT_FDCWD, "/d/b", O_RDWR) = 4</d/b> <0 us>
            1 2 openat(AT_FDCWD, "/d/c", O_RDWR) = 5</d/c> <0 us>
            1 3 write(3</d/a>, ""..., 10) = 10 <1 us>
            1 4 write(4</d/b>, ""..., 10) = 10 <1 us>
            1 5 read(5</d/c>, ""..., 10) = 10 <1 us>
            1 6 fsync(3</d/a>) = 0 <1 us>
            1 7 write(3</d/a>, ""..., 10) = 10 <1 us>
            1 8 sync() = 0 <1 us>
            1 9 syncfs(3</d/a>) = 0 <1 us>""")[4:], ["0 0 write 0 10 10", "0 0 sync 1", "0 0 sync 0"])


class Names(unittest.TestCase):
    def test_a_file_keeps_its_number_when_it_is_renamed(self):
        self.assertEqual(operations(OPEN + """
            1 2 rename("a", "b") = 0 <1 us>
            1 3 unlink("/d/b") = 0 <1 us>
            1 4 read(3</d/b>(deleted), ""..., 10) = 10 <1 us>"""),
                         ["0 0 unlink 0", "0 0 read 0 0 10"])

    def test_a_link_is_the_same_file_until_its_last_name_is_gone(self):
        for link in ('link("a", "b")', 'linkat(AT_FDCWD</d>, "a", AT_FDCWD</d>, "b", 0)'):
            self.assertEqual(operations(OPEN + f"""
                1 2 {link} = 0 <1 us>
                1 3 unlink("a") = 0 <1 us>
                1 4 openat(AT_FDCWD</d>, "b", O_RDWR) = 4</d/b> <1 us>
                1 5 read(4</d/b>, ""..., 10) = 10 <1 us>
                1 6 unlink("b") = 0 <1 us>"""), ["0 0 read 0 0 10", "0 0 unlink 0"])

    def test_a_rename_of_one_link_to_another_does_nothing(self):
        self.assertEqual(operations(OPEN + """
            1 2 link("a", "b") = 0 <1 us>
            1 3 rename("a", "b") = 0 <1 us>
            1 4 openat(AT_FDCWD</d>, "a", O_RDWR) = 4</d/a> <1 us>
            1 5 read(4</d/a>, ""..., 10) = 10 <1 us>
            1 6 pread64(3</d/a>, ""..., 10, 10) = 10 <1 us>"""), ["0 0 read 0 0 10 x2"])

    def test_a_new_file_at_an_old_path_is_another_file(self):
        self.assertEqual(operations(OPEN + """
            1 2 read(3</d/a>, ""..., 10) = 10 <1 us>
            1 3 unlinkat(AT_FDCWD</d>, "a", 0) = 0 <1 us>
            1 4 openat(AT_FDCWD</d>, "a", O_RDWR|O_CREAT|O_EXCL, 0600) = 4</d/a> <1 us>
            1 5 write(4</d/a>, ""..., 10) = 10 <1 us>"""),
                         ["0 0 read 0 0 10", "0 0 unlink 0", "0 0 write 1 0 10"])

    def test_relative_paths_count_from_the_directory_of_the_process(self):
        self.assertEqual(operations(OPEN + """
            1 2 chdir("/") = 0 <1 us>
            1 3 unlink("d/a") = 0 <1 us>"""), ["0 0 unlink 0"])

    def test_names_tell_nothing_of_the_machine(self):
        for path, name in (("/d/x/y", "x/y"), ("/usr/include/a.h", "/usr/include/a.h"),
                           ("/home/me/secret/a.c", ".../a.c"), ("/d/\x01\xfc", "??")):
            self.assertEqual(workload.shown(path, "/d"), name)

    def test_only_and_exclude_choose_files_and_keep_the_time(self):
        trace = OPEN + """
            1 2 openat(AT_FDCWD</d>, "b", O_RDWR|O_TRUNC) = 4</d/b> <1 us>
            1 13 write(4</d/b>, ""..., 10) = 10 <1 us>
            1 24 read(3</d/a>, ""..., 10) = 10 <1 us>"""
        self.assertEqual(operations(trace, only=["a"]), ["0 20 read 0 0 10"])
        self.assertEqual(operations(trace, exclude=["/d/b"]), ["0 20 read 0 0 10"])

    def test_paths_with_odd_characters_are_understood(self):
        self.assertEqual(files(r"""
            1 1 openat(AT_FDCWD</d>, "a, b) = 3\"", O_RDWR|O_CREAT|O_EXCL) = 3</d/a, b) \76 \303\274> <1 us>
            1 2 write(3</d/a, b) \76 \303\274>, ""..., 10) = 10 <1 us>"""), ["file 0 0 a, b) > ?"])


class Memory(unittest.TestCase):
    MAP = OPEN + """
        1 2 mmap(NULL, 9000, PROT_READ|PROT_WRITE, MAP_SHARED, 3</d/a>, 0x1000) = 0x70000000 <1 us>"""

    def test_a_map_tells_file_offset_length_and_access(self):
        self.assertEqual(operations(self.MAP), ["0 0 map 0 0 4096 9000 write"])

    def test_a_private_map_does_not_write_the_file(self):
        self.assertEqual(operations(self.MAP.replace("SHARED", "PRIVATE")),
                         ["0 0 map 0 0 4096 9000 read"])

    def test_an_unmap_counts_when_nothing_is_left(self):
        self.assertEqual(operations(self.MAP + """
            1 3 munmap(0x70001000, 4096) = 0 <1 us>
            1 4 munmap(0x70000000, 4096) = 0 <1 us>
            1 5 mmap(0x70002000, 4096, PROT_READ, MAP_PRIVATE|MAP_FIXED|MAP_ANONYMOUS, -1, 0) = 0x70002000 <1 us>"""),
                         ["0 0 map 0 0 4096 9000 write", "0 0 unmap 0"])

    def test_a_page_fault_is_a_touch(self):
        self.assertEqual(operations(self.MAP, faults=[(1, 13, 0x70001008), (1, 14, 0x12345)]),
                         ["0 0 map 0 0 4096 9000 write", "0 10 touch 0 4096 4096"])

    def test_maps_end_with_their_process(self):
        self.assertEqual(operations(self.MAP + """
            1 3 +++ exited with 0 +++"""),
                         ["0 0 map 0 0 4096 9000 write", "0 0 unmap 0", "0 0 exit"])

    def test_program_text_is_left_out_unless_asked_for(self):
        trace = OPEN + """
            1 2 read(3</d/a>, ""..., 832) = 832 <1 us>
            1 3 mmap(NULL, 9000, PROT_READ|PROT_EXEC, MAP_PRIVATE, 3</d/a>, 0) = 0x70000000 <1 us>
            1 4 +++ exited with 0 +++"""
        self.assertEqual(operations(trace), ["0 0 exit"])
        self.assertEqual(len(operations(trace, programs=True)), 4)


class Processes(unittest.TestCase):
    FORK = OPEN + """
        1 2 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>
        2 4 read(3</d/a>, ""..., 10) = 10 <1 us>
        1 3 <... clone resumed>, child_tidptr=0x7f) = 2 <4 us>
        1 6 wait4(-1,  <unfinished ...>
        2 9 +++ exited with 0 +++
        1 9 <... wait4 resumed>[{WIFEXITED(s)}], 0, NULL) = 2 <90 us>
        1 97 read(3</d/a>, ""..., 10) = 10 <1 us>"""

    def test_a_child_starts_shares_offsets_ends_and_is_waited_for(self):
        self.assertEqual(operations(self.FORK),
                         ["0 0 start 1", "1 2 read 0 0 10", "1 4 exit", "0 0 wait 1",
                          "0 1 read 0 10 10"])

    def test_a_program_is_named_after_what_it_executes(self):
        whole = lines_of("""
            1 0 execve("/usr/bin/cat", ["cat"], 0x7ffd /* 9 vars */) = 0 <1 us>""")
        self.assertIn("process 0 cat", whole)

    def test_a_pipe_that_takes_the_number_of_a_file_is_no_file(self):
        self.assertEqual(operations(OPEN + """
            1 2 write(3<pipe:[7]>, ""..., 10) = 10 <1 us>
            1 3 write(3<UNIX-STREAM:[8]>, ""..., 10) = 10 <1 us>"""), [])

    def test_an_exec_closes_what_was_to_be_closed(self):
        for made in ('openat(AT_FDCWD</d>, "a", O_RDWR|O_CLOEXEC) = 5</d/a>',
                     "dup3(3</d/a>, 5, O_CLOEXEC) = 5</d/a>", "ioctl(5</d/a>, FIOCLEX) = 0",
                     "fcntl(3</d/a>, F_DUPFD_CLOEXEC, 5) = 5</d/a>",
                     "fcntl(5</d/a>, F_SETFD, FD_CLOEXEC) = 0"):
            self.assertEqual(operations(OPEN + f"""
                1 2 dup2(3</d/a>, 5) = 5</d/a> <1 us>
                1 3 {made} <1 us>
                1 4 execve("/bin/sh", ["sh"], 0x7ffd /* 9 vars */) = 0 <1 us>
                1 5 write(5</d/b>, ""..., 10) = 10 <1 us>
                1 6 write(3</d/a>, ""..., 10) = 10 <1 us>"""),
                             ["0 0 write 0 0 10", "0 0 write 1 0 10"])

    def test_an_exec_keeps_the_offsets_of_what_stays_open(self):
        self.assertEqual(operations("""
            1 1 openat(AT_FDCWD</d>, "a", O_RDWR|O_CREAT|O_EXCL|O_CLOEXEC) = 3</d/a> <1 us>
            1 2 write(3</d/a>, ""..., 10) = 10 <1 us>
            1 3 fcntl(3</d/a>, F_SETFD, 0) = 0 <1 us>
            1 4 execve("/bin/sh", ["sh"], 0x7ffd /* 9 vars */) = 0 <1 us>
            1 5 write(3</d/a>, ""..., 10) = 10 <1 us>"""),
                         ["0 0 write 0 0 10 x2"])

    def test_threads_share_their_directory_and_children_do_not(self):
        for flags, deleted in (("CLONE_VM|CLONE_FS|CLONE_THREAD", ["0 1 unlink 0"]),
                               ("SIGCHLD", [])):
            self.assertEqual(operations(OPEN.replace("/d", "/e/d") + f"""
                1 2 clone3({{flags={flags}}}, 88) = 2 <1 us>
                2 3 chdir("/e/d") = 0 <1 us>
                1 4 unlink("a") = 0 <1 us>""")[1:], deleted)

    def test_threads_share_descriptors(self):
        self.assertEqual(operations("""
            1 0 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD}, 88) = 2 <1 us>
            2 2 openat(AT_FDCWD</d>, "a", O_RDWR|O_CREAT|O_EXCL) = 3</d/a> <1 us>
            1 3 write(3</d/a>, ""..., 10) = 10 <1 us>"""), ["0 0 start 1", "0 2 write 0 0 10"])


class RealPrograms(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = Path(scratch.name)

    def record(self, *arguments):
        return subprocess.run([SCRIPTS / "record-workload", *arguments], cwd=self.directory,
                              capture_output=True, text=True, check=False)

    def test_a_copy_is_recorded(self):
        (self.directory / "from").write_bytes(b"x" * 5000)
        done = self.record("-o", "w", "--only", "from", "--only", "to", "sh", "-c",
                           "cat <from >to; true")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.directory / "w").read_text()
        self.assertIn(" 5000 from\n", text)
        self.assertRegex(text, r"\d+ \d+ read 0 0 5000\n\d+ \d+ write 1 0 5000\n")

    def test_a_redirected_input_is_read_from_where_it_was(self):
        (self.directory / "from").write_bytes(b"x" * 5000)
        with open(self.directory / "from", "rb", buffering=0) as file:
            file.read(1000)
            done = subprocess.run([SCRIPTS / "record-workload", "-o", "w", "--only", "from", "cat"],
                                  cwd=self.directory, stdin=file, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" read 0 1000 4000\n", (self.directory / "w").read_text())

    def test_an_interrupt_leaves_nothing(self):
        script = subprocess.Popen([SCRIPTS / "record-workload", "-o", "w", "sleep", "20"],
                                  cwd=self.directory, stderr=subprocess.PIPE, text=True,
                                  start_new_session=True)
        time.sleep(2)
        os.killpg(script.pid, signal.SIGINT)
        _, said = script.communicate(timeout=10)
        self.assertEqual(script.returncode, 130, said)
        self.assertEqual(os.listdir(self.directory), [])

    def refused(self, code, message, *arguments):
        before = sorted(os.listdir(self.directory))
        done = self.record("-o", "w", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(sorted(os.listdir(self.directory)), before)

    def test_a_command_that_fails_leaves_nothing(self):
        self.refused(4, "it ended with status 1", "false")
        self.refused(4, "could not be started", "./nothing-of-this-name")

    def test_a_command_that_uses_no_file_leaves_nothing(self):
        self.refused(7, "it used no file that is wanted", "--exclude", "*", "true")

    def test_a_workload_that_is_too_large_is_not_written(self):
        self.refused(6, "at most 10", "--max-bytes", "10", "cat", "/etc/passwd")


class Usage(unittest.TestCase):
    def run_script(self, *arguments, **environment):
        return subprocess.run(["/usr/bin/python3", SCRIPTS / "record-workload", *arguments],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})

    def test_a_wrong_command_line_is_status_2(self):
        for arguments in ((), ("--quantum", "0", "true"), ("--nonsense", "true")):
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn("; allowed: ", done.stderr)

    def test_a_missing_strace_is_status_3_and_says_what_to_install(self):
        done = self.run_script("-o", "w", "true", PATH="/nowhere")
        self.assertEqual(done.returncode, 3)
        self.assertIn("apt-get install strace", done.stderr)

    def test_an_output_that_cannot_be_written_is_status_5(self):
        self.assertEqual(self.run_script("-o", "/nowhere/w", "true").returncode, 5)


if __name__ == "__main__":
    unittest.main()
