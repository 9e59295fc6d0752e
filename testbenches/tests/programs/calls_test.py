#!/usr/bin/python3
"""Calls of Linux that few programs use: short programs in C say the same natively and on a modelled host."""
import shutil
import subprocess
import unittest

import running

HEAD = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static long ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static long tens(long since) { return (ms() - since + 20) / 50 * 5; }
"""


@unittest.skipUnless(shutil.which("cc"), "no compiler of C")
class Same(running.Case):
    def same(self, text):
        (self.folder / "it.c").write_text(HEAD + text)
        subprocess.run(["cc", "-w", "-o", "it", "it.c", "-pthread", "-lrt"], cwd=self.folder, check=True)
        native = subprocess.run(["./it"], cwd=self.folder, capture_output=True, text=True, timeout=20, check=True)
        self.assertEqual(self.said(node0="./it"), native.stdout.splitlines())
        return native.stdout.splitlines()


class Timers(Same):
    def test_send_a_signal_with_their_value(self):
        self.same("""
static volatile int got, code; static void on(int s, siginfo_t* i, void* c) { got = i->si_value.sival_int; code = i->si_code; }
int main(void) {
  struct sigaction a = {.sa_sigaction = on, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0);
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 42};
  timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t);
  struct itimerspec s = {.it_value.tv_nsec = 200000000}; long b = ms();
  timer_settime(t, 0, &s, 0); pause();
  printf("%d %d %ld\\n", got, code == SI_TIMER, tens(b)); }""")

    def test_come_again_and_say_what_is_left(self):
        self.same("""
static volatile int n; static void on(int s) { ++n; }
int main(void) {
  signal(SIGALRM, on); timer_t t; timer_create(CLOCK_REALTIME, 0, &t);
  struct itimerspec s = {{0, 100000000}, {0, 200000000}}, left; long b = ms();
  timer_settime(t, 0, &s, 0); while (n < 3) pause();
  timer_gettime(t, &left);
  printf("%d %ld %d %ld\\n", n, tens(b), left.it_value.tv_nsec > 50000000, left.it_interval.tv_nsec);
  timer_delete(t); printf("%d %d\\n", timer_gettime(t, &left), errno); }""")

    def test_count_what_was_not_delivered(self):
        self.same("""
int main(void) {
  sigset_t m; sigemptyset(&m); sigaddset(&m, SIGUSR1); sigprocmask(SIG_BLOCK, &m, 0);
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1}; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t);
  struct itimerspec s = {{0, 100000000}, {0, 100000000}}; timer_settime(t, 0, &s, 0);
  struct timespec w = {0, 450000000}; nanosleep(&w, 0);
  siginfo_t i; sigwaitinfo(&m, &i); printf("%d %d\\n", i.si_signo == SIGUSR1, timer_getoverrun(t)); }""")

    def test_run_a_function_in_a_thread(self):
        self.same("""
static volatile int n; static void on(union sigval v) { n += v.sival_int; }
int main(void) {
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on, .sigev_value.sival_int = 7};
  timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t);
  struct itimerspec s = {.it_value.tv_nsec = 100000000}; timer_settime(t, 0, &s, 0);
  struct timespec w = {0, 300000000}; nanosleep(&w, 0); printf("%d\\n", n); }""")

    def test_say_nothing_if_they_are_to(self):
        self.same("""
int main(void) {
  struct sigevent e = {.sigev_notify = SIGEV_NONE}; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t);
  struct itimerspec s = {.it_value.tv_nsec = 100000000}, left; timer_settime(t, 0, &s, 0);
  struct timespec w = {0, 300000000}; nanosleep(&w, 0); timer_gettime(t, &left);
  printf("%ld %ld %d\\n", left.it_value.tv_sec, left.it_value.tv_nsec, timer_getoverrun(t)); }""")


class Signals(Same):
    MASK = "sigset_t m; sigemptyset(&m); sigaddset(&m, SIGUSR1); sigaddset(&m, SIGCHLD); sigprocmask(SIG_BLOCK, &m, 0);"
    LATER = "if (!fork()) { struct timespec w = {0, 200000000}; nanosleep(&w, 0); kill(getppid(), SIGUSR1); _exit(3); }"

    def test_are_read_from_a_descriptor(self):
        self.same("int main(void) {" + self.MASK + "int f = signalfd(-1, &m, SFD_CLOEXEC); long b = ms();" + self.LATER + """
  struct signalfd_siginfo i; read(f, &i, sizeof i); printf("%d %ld\\n", i.ssi_signo == SIGUSR1, tens(b));
  read(f, &i, sizeof i); printf("%d %d\\n", i.ssi_signo == SIGCHLD, i.ssi_status);
  fcntl(f, F_SETFL, O_NONBLOCK); printf("%zd %d\\n", read(f, &i, sizeof i), errno == EAGAIN); }""")

    def test_are_waited_for_with_other_descriptors(self):
        for wait in ("struct pollfd p[] = {{f, POLLIN}, {0, 0}}; int n = poll(p, 1, 5000);",
                     "int e = epoll_create1(0); struct epoll_event v = {EPOLLIN}; epoll_ctl(e, EPOLL_CTL_ADD, f, &v);"
                     "int n = epoll_wait(e, &v, 1, 5000);"):
            self.same("int main(void) {" + self.MASK + "int f = signalfd(-1, &m, SFD_NONBLOCK); long b = ms();" + self.LATER + wait + """
  struct signalfd_siginfo i; read(f, &i, sizeof i); printf("%d %d %ld\\n", n, i.ssi_signo == SIGUSR1, tens(b)); }""")

    def test_without_a_handler_end_a_wait_for_them(self):
        self.same("int main(void) {" + self.MASK + "sigdelset(&m, SIGCHLD); long b = ms();" + self.LATER + """
  int s; sigwait(&m, &s); printf("%d %ld\\n", s == SIGUSR1, tens(b)); }""")


class Messages(Same):
    PAIR = """
static struct sockaddr_in at = {.sin_family = AF_INET};
int main(void) {
  int r = socket(AF_INET, SOCK_DGRAM, 0), s = socket(AF_INET, SOCK_DGRAM, 0); at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(r, (void*)&at, sizeof at); socklen_t l = sizeof at; getsockname(r, (void*)&at, &l);
  for (int n = 1; n < 4; ++n) sendto(s, "abc", n, 0, (void*)&at, sizeof at);
  char room[8][16]; struct iovec v[8]; struct mmsghdr h[8] = {0};
  for (int n = 0; n < 8; ++n) v[n] = (struct iovec){room[n], 16}, h[n].msg_hdr.msg_iov = &v[n], h[n].msg_hdr.msg_iovlen = 1;
"""

    def test_come_several_in_a_call(self):
        self.same(self.PAIR + """
  int n = recvmmsg(r, h, 8, MSG_WAITFORONE, 0); printf("%d", n); for (int k = 0; k < n; ++k) printf(" %u", h[k].msg_len);
  printf(" %d %d\\n", recvmmsg(r, h, 8, MSG_DONTWAIT, 0), errno == EAGAIN); }""")

    def test_come_no_more_than_asked_for(self):
        self.same(self.PAIR + """ printf("%d\\n", recvmmsg(r, h, 2, 0, 0)); printf("%d\\n", recvmmsg(r, h, 1, 0, 0)); }""")


class Rights(Same):
    """Descriptors that go from one program to another."""

    PASS = """
static int pass(int s, int f, const char* what) {
  char c[CMSG_SPACE(sizeof f)] = {0}; struct iovec v = {(void*)what, strlen(what)};
  struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = c, .msg_controllen = sizeof c};
  struct cmsghdr* m = CMSG_FIRSTHDR(&h); m->cmsg_level = SOL_SOCKET; m->cmsg_type = SCM_RIGHTS; m->cmsg_len = CMSG_LEN(sizeof f);
  memcpy(CMSG_DATA(m), &f, sizeof f); return sendmsg(s, &h, 0); }
static int take(int s, char* what, int most) {
  char c[CMSG_SPACE(sizeof(int))] = {0}; struct iovec v = {what, most};
  struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = c, .msg_controllen = sizeof c};
  ssize_t n = recvmsg(s, &h, MSG_CMSG_CLOEXEC); if (n >= 0) what[n] = 0;
  struct cmsghdr* m = CMSG_FIRSTHDR(&h); int f = -1; if (m) memcpy(&f, CMSG_DATA(m), sizeof f); return f; }
int main(void) { int p[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, p); char b[64], d[64];
"""

    def test_are_of_files_with_their_place(self):
        self.same(self.PASS + """
  int f = open("it.c", O_RDONLY); lseek(f, 9, SEEK_SET);
  if (!fork()) { close(f); int g = take(p[1], b, 9); read(g, d, 5); d[5] = 0; printf("%s %s %d\\n", b, d, fcntl(g, F_GETFD)); return 0; }
  pass(p[0], f, "file"); wait(0); printf("%ld\\n", lseek(f, 0, SEEK_CUR)); }""")

    def test_are_of_pipes_and_sockets_which_stay_until_they_are_taken(self):
        self.same(self.PASS + """
  int q[2]; pipe(q); pass(p[0], q[1], "end"); close(q[1]); struct pollfd l = {q[0], POLLIN}; printf("%d\\n", poll(&l, 1, 50));
  int g = take(p[1], b, 9); write(g, "through", 7); close(g); ssize_t n = read(q[0], d, 63); d[n] = 0;
  printf("%s %s %zd\\n", b, d, read(q[0], d, 63)); }""")

    def test_end_a_message(self):
        self.same(self.PASS + """
  write(p[0], "ab", 2); pass(p[0], 1, "cd"); pass(p[0], 2, "ef"); write(p[0], "gh", 2);
  for (int n = 0; n < 3; ++n) { int f = take(p[1], b, 9); printf("%s %d\\n", b, f >= 0); } }""")

    def test_without_room_are_closed(self):
        self.same(self.PASS + """
  int q[2]; pipe(q); pass(p[0], q[1], "x"); close(q[1]); struct iovec v = {b, 9}; struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1};
  recvmsg(p[1], &h, 0); printf("%d %zd\\n", h.msg_flags == MSG_CTRUNC, read(q[0], d, 9)); }""")

    def test_go_with_their_pair(self):
        self.same(self.PASS + """
  int q[2]; pipe(q); pass(p[0], q[1], "x"); close(q[1]); close(p[0]); close(p[1]); printf("%zd\\n", read(q[0], d, 9)); }""")

    def test_of_credentials_are_refused(self):
        done = self.start(node0="python3 -c 'import os, socket, struct\na, b = socket.socketpair()\n"
                                "try: a.sendmsg([b\"x\"], [(socket.SOL_SOCKET, socket.SCM_CREDENTIALS, struct.pack(\"III\", os.getpid(), 0, 0))])\n"
                                "except PermissionError: print(\"refused\")'")
        self.assertIn("refused", done.stdout)
        self.assertEqual(done.stderr.count("control data other than descriptors is refused"), 1, done.stderr)


class Turns(Same):
    def test_are_taken_where_one_never_waits(self):
        self.same("""
static volatile int go; static void* work(void* n) { struct timespec w = {0, 1000000}; nanosleep(&w, 0); go = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); while (!go) getppid(), ms(); pthread_join(t, 0); printf("%d\\n", go); }""")


class Shared(Same):
    def test_words_are_one_for_all_processes_that_see_them(self):
        self.same("""
int main(void) {
  pthread_mutex_t* l = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); volatile int* n = (int*)(l + 2);
  pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setpshared(&a, 1); pthread_mutex_init(l, &a);
  for (int k = 0; k < 3; ++k) if (!fork()) {
    for (int j = 0; j < 20; ++j) { pthread_mutex_lock(l); int was = *n; struct timespec w = {0, 1000000}; nanosleep(&w, 0); *n = was + 1; pthread_mutex_unlock(l); }
    _exit(0); }
  while (wait(0) > 0); printf("%d\\n", *n); }""")

    def test_pools_of_processes_work(self):
        said = self.said(node0="python3 -c 'import multiprocessing as m\ndef f(n): return n * n\n"
                               "with m.Pool(3) as p: print(sum(p.map(f, range(50))))\n"
                               "q, l = m.Queue(), m.Lock()\ndef g():\n  for n in range(20):\n    with l: q.put(n)\n"
                               "t = [m.Process(target=g) for n in range(3)]\n[x.start() for x in t]\n"
                               "print(sum(q.get() for n in range(60)))\n[x.join() for x in t]'")
        self.assertEqual(said, ["40425", "570"])

    def test_do_not_make_a_run_differ(self):
        program = ("python3 -c 'import multiprocessing as m\ndef f(n): return n * n\n"
                   "with m.Pool(3) as p: print(sum(p.map(f, range(50))))'")
        self.assertEqual(len({self.digest(node0=program) for _ in range(3)}), 1)


class Edges(Same):
    def test_times_that_are_none_are_refused(self):
        self.same("""
#define SAY(call) errno = 0; printf("%s %d %d\\n", #call, (int)(call), errno)
int main(void) {
  struct timespec much = {0, 2000000000}, less = {-1, 0}; struct timeval t = {-1, 0}; sigset_t m; sigemptyset(&m);
  int p[2]; pipe(p); struct pollfd l = {p[0], POLLIN}; struct epoll_event e; int w = 5;
  SAY(ppoll(&l, 1, &much, 0)); SAY(ppoll(&l, 1, &less, 0)); SAY(pselect(0, 0, 0, 0, &much, 0)); SAY(select(0, 0, 0, 0, &t));
  SAY(sigtimedwait(&m, 0, &less)); SAY(syscall(SYS_futex, &w, 0, 5, &much)); SAY(syscall(SYS_futex, &w, 9, 5, &less, 0, -1));
  SAY(clock_gettime(99, &much)); SAY(clock_getres(99, &much)); }""")

    def test_years_are_not_over_at_once(self):
        self.same("""
#include <sys/time.h>
#include <sys/timerfd.h>
int main(void) {
  signal(SIGALRM, SIG_DFL); struct itimerspec s = {{0, 0}, {4000000000, 0}}, z = {0}, left; timer_t t; timer_create(CLOCK_MONOTONIC, 0, &t);
  printf("%d\\n", timer_settime(t, 0, &s, 0)); usleep(1000); timer_gettime(t, &left); printf("%d\\n", left.it_value.tv_sec > 900000);
  timer_settime(t, 0, &z, 0); alarm(4000000000u); usleep(1000); printf("%d\\n", alarm(0) > 900000);
  struct itimerval v = {{0, 0}, {9000000000000, 0}}, o; setitimer(ITIMER_REAL, &v, 0); usleep(1000);
  getitimer(ITIMER_REAL, &o); printf("%d\\n", o.it_value.tv_sec > 900000); v.it_value.tv_sec = 0; setitimer(ITIMER_REAL, &v, 0);
  int f = timerfd_create(CLOCK_MONOTONIC, 0); timerfd_settime(f, 0, &s, 0); struct pollfd l = {f, POLLIN}; printf("%d\\n", poll(&l, 1, 10)); }""")

    def test_epolls_do_not_watch_themselves(self):
        self.same("""
int main(void) {
  struct epoll_event e = {EPOLLIN}; int a = epoll_create1(0), b = epoll_create1(0), c = epoll_create1(0);
  printf("%d", epoll_ctl(a, EPOLL_CTL_ADD, a, &e)); printf(" %d\\n", errno);
  printf("%d %d\\n", epoll_ctl(a, EPOLL_CTL_ADD, b, &e), epoll_ctl(b, EPOLL_CTL_ADD, c, &e));
  printf("%d", epoll_ctl(c, EPOLL_CTL_ADD, a, &e)); printf(" %d %d\\n", errno == ELOOP, epoll_wait(a, &e, 1, 0)); }""")

    def test_futexes_have_a_place_and_bits(self):
        self.same("""
int main(void) {
  long w = 5; printf("%ld", syscall(SYS_futex, (char*)&w + 1, 1, 1)); printf(" %d", errno);
  printf(" %ld", syscall(SYS_futex, &w, 9, 5, 0, 0, 0)); printf(" %d", errno);
  printf(" %ld", syscall(SYS_futex, &w, 10, 1, 0, 0, 0)); printf(" %d\\n", errno); }""")

    def test_more_pieces_than_there_may_be(self):
        self.same("""
#include <sys/uio.h>
int main(void) {
  static struct iovec many[1025]; struct msghdr m = {.msg_iov = many, .msg_iovlen = 1025}; int p[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, p);
  printf("%zd", writev(p[0], many, 1025)); printf(" %d", errno); printf(" %zd", readv(p[0], many, -1)); printf(" %d", errno);
  printf(" %zd", sendmsg(p[0], &m, 0)); printf(" %d\\n", errno); }""")


if __name__ == "__main__":
    running.main()
