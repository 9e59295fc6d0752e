/* A server of files in memory, and a client that fetches some, for the sockets of any Unix:
 * files                        serves until somebody ends it
 * files SERVER [KB] [COUNT]    fetches COUNT files of KB kilobytes each, one after the other */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 2049, MOST_CLIENTS = 32, MOST_KB = 65536 };

struct request {
  uint32_t number, length;
};

static void fail(const char* what) {
  perror(what);
  exit(1);
}

static char* memory_of(size_t length) {
  char* const memory = malloc(length);
  if (!memory) fail("malloc");
  return memory;
}

static void fill(char* bytes, size_t length, uint32_t number) {
  for (size_t i = 0; i < length; ++i) bytes[i] = (char)(i * 31 + i / 4096 + number);
}

/* One request of a client; 0 when it has no more. */
static int serve(int client, char* file) {
  struct request asked;
  const ssize_t came = recv(client, &asked, sizeof asked, MSG_WAITALL);
  if (came < 0) fail("recv of a request");
  if (came == 0) return 0;
  const size_t length = ntohl(asked.length);
  if (length > (size_t)MOST_KB * 1024) return 0;
  fill(file, length, ntohl(asked.number));
  if (send(client, file, length, 0) != (ssize_t)length) fail("send of a file");
  return 1;
}

static int listen_at(uint16_t port) {
  const struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(port)};
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) fail("socket");
  if (bind(fd, (const struct sockaddr*)&own, sizeof own) < 0) fail("bind");
  if (listen(fd, MOST_CLIENTS) < 0) fail("listen");
  return fd;
}

/* Without TCP_NODELAY the end of a short file waits for an acknowledgement, which is delayed. */
static int next_client(int listener) {
  const int fd = accept(listener, NULL, NULL);
  const int at_once = 1;
  if (fd < 0) fail("accept");
  if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once) < 0) fail("setsockopt");
  return fd;
}

static void server(void) {
  char* const file = memory_of((size_t)MOST_KB * 1024);
  struct pollfd fds[1 + MOST_CLIENTS];
  int open = 1;
  fds[0] = (struct pollfd){.fd = listen_at(PORT), .events = POLLIN};
  for (;;) {
    if (poll(fds, (nfds_t)open, -1) < 0) fail("poll");
    for (int i = open - 1; i > 0; --i) {
      if (!fds[i].revents || serve(fds[i].fd, file)) continue;
      close(fds[i].fd);
      fds[i] = fds[--open];
    }
    if (fds[0].revents & POLLIN && open <= MOST_CLIENTS)
      fds[open++] = (struct pollfd){.fd = next_client(fds[0].fd), .events = POLLIN};
  }
}

static struct sockaddr_in address_of(const char* host, uint16_t port) {
  const struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  struct addrinfo* found = NULL;
  if (getaddrinfo(host, NULL, &wanted, &found) != 0) {
    fprintf(stderr, "%s: there is no such host\n", host);
    exit(1);
  }
  struct sockaddr_in address;
  memcpy(&address, found->ai_addr, sizeof address);
  freeaddrinfo(found);
  address.sin_port = htons(port);
  return address;
}

/* The server may not yet listen. */
static int connect_to(const char* host, uint16_t port) {
  const struct sockaddr_in peer = address_of(host, port);
  const struct timespec pause = {.tv_nsec = 100000};
  for (int tries = 0; tries < 100; ++tries) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (const struct sockaddr*)&peer, sizeof peer) == 0) return fd;
    if (errno != ECONNREFUSED) break;
    close(fd);
    nanosleep(&pause, NULL);
  }
  fail("connect");
  return -1;
}

/* 1 if the file is what it should be. */
static int fetch(int fd, uint32_t number, char* file, char* right, size_t length) {
  const struct request ask = {htonl(number), htonl((uint32_t)length)};
  if (write(fd, &ask, sizeof ask) != (ssize_t)sizeof ask) fail("write of a request");
  if (recv(fd, file, length, MSG_WAITALL) != (ssize_t)length) fail("recv of a file");
  fill(right, length, number);
  return memcmp(file, right, length) == 0;
}

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int client(const char* host, size_t length, int files) {
  char *const file = memory_of(length), *const right = memory_of(length);
  const int fd = connect_to(host, PORT);
  const struct timeval patience = {.tv_sec = 10};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const double begin = now_us();
  int good = 0;
  for (int i = 0; i < files; ++i) good += fetch(fd, (uint32_t)i, file, right, length);
  const double us = (now_us() - begin) / files;
  printf("%d files of %zu KB, %.0f us each, %s\n", files, length / 1024, us,
         good == files ? "all right" : "WRONG");
  close(fd);
  return good == files ? 0 : 1;
}

int main(int argc, char** argv) {
  if (argc < 2) server();
  const int kilobytes = argc > 2 ? atoi(argv[2]) : 256;
  const int files = argc > 3 ? atoi(argv[3]) : 8;
  if (kilobytes < 1 || kilobytes > MOST_KB || files < 1) {
    fprintf(stderr, "files SERVER [KB, 1 to %d] [COUNT, 1 or more]\n", MOST_KB);
    return 2;
  }
  return client(argv[1], (size_t)kilobytes * 1024, files);
}
