/* What the kernel takes to hand a system call to another process and its answer back, and nothing
 * else: notification COUNT makes so many, and prints the CPU time of both sides in us a call.
 * notification COUNT alone makes them without watching itself: under the simulator. */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "models/process/program/flybar.h"

static void call(long count) {
  for (long n = 0; n < count; ++n) syscall(FLYBAR_HYPERCALL, FLYBAR_PAUSE, 0);
}

static int watch_own_calls(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FLYBAR_HYPERCALL, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                      SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
                      &program);
}

static double cpu_us(int who) {
  struct rusage use;
  getrusage(who, &use);
  return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e6 +
         (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* The child has its descriptors in common with this process, which finds the listener there. */
static double watched(long count) {
  const int listener = dup(0);
  close(listener);
  const pid_t child = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    if (watch_own_calls() < 0) _exit(1);
    call(count);
    _exit(0);
  }
  struct seccomp_notif asked;
  for (long n = 0; n < count;) {
    asked = (struct seccomp_notif){0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) {
      if (waitpid(child, 0, WNOHANG) == child) return -1;
      continue;
    }
    struct seccomp_notif_resp answer = {.id = asked.id};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    ++n;
  }
  waitpid(child, 0, 0);
  return cpu_us(RUSAGE_SELF) + cpu_us(RUSAGE_CHILDREN);
}

int main(int words, char** arguments) {
  const long count = words > 1 ? atol(arguments[1]) : 0;
  if (count < 1)
    return fprintf(stderr, "notification: how many calls? for example notification 100000\n"), 2;
  if (words > 2) return call(count), 0;
  const double us = watched(count);
  if (us < 0) return fprintf(stderr, "notification: the kernel hands over no system calls\n"), 1;
  printf("%.3f\n", us / (double)count);
  return 0;
}
