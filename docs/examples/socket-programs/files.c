/* A server of files in memory on node 0, and a client on every other node. It is written for the
 * sockets of any Unix: only the last header, where memory comes from, and what computing costs, are
 * of the simulator.
 * files [KB of a file] [files for each client] */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/inet/api/inet_names.h"

enum { PORT = 2049, MOST_CLIENTS = 32 };

/* Of finding a file, and of checking a KB of it, on an AlphaStation. */
static const double us_to_find = 20, us_to_check = 5;

struct request {
  uint32_t number, length;
};

static void fail(const char* what) {
  perror(what);
  exit(1);
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
  fill(file, length, ntohl(asked.number));
  inet_compute_us(us_to_find);
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

/* Until all clients have come and gone. */
static int server(int clients, char* file) {
  struct pollfd fds[1 + MOST_CLIENTS];
  int open = 1;
  fds[0] = (struct pollfd){.fd = listen_at(PORT), .events = POLLIN};
  for (int gone = 0; gone < clients;) {
    if (poll(fds, (nfds_t)open, -1) < 0) fail("poll");
    for (int i = open - 1; i > 0; --i) {
      if (!fds[i].revents || serve(fds[i].fd, file)) continue;
      close(fds[i].fd);
      fds[i] = fds[--open];
      ++gone;
    }
    if (fds[0].revents & POLLIN)
      fds[open++] = (struct pollfd){.fd = next_client(fds[0].fd), .events = POLLIN};
  }
  close(fds[0].fd);
  return 0;
}

/* The server may not yet listen. */
static int connect_to(int node, uint16_t port) {
  const struct sockaddr_in peer = inet_node_address(node, port);
  for (int tries = 0; tries < 100; ++tries) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (const struct sockaddr*)&peer, sizeof peer) == 0) return fd;
    if (errno != ECONNREFUSED) fail("connect");
    close(fd);
    inet_sleep_us(100);
  }
  fail("connect");
  return -1;
}

/* 1 if the file is what it should be. */
static int fetch(int fd, uint32_t number, char* file, char* right, size_t length) {
  const struct request ask = {htonl(number), htonl((uint32_t)length)};
  if (write(fd, &ask, sizeof ask) != (ssize_t)sizeof ask) fail("write of a request");
  if (recv(fd, file, length, MSG_WAITALL) != (ssize_t)length) fail("recv of a file");
  inet_compute_us(us_to_check * (double)length / 1024);
  fill(right, length, number);
  return memcmp(file, right, length) == 0;
}

static int client(int node, int files, char* file, char* right, size_t length) {
  const int fd = connect_to(0, PORT);
  const struct timeval patience = {.tv_sec = 10};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const double begin = inet_time_us();
  int good = 0;
  for (int i = 0; i < files; ++i)
    good += fetch(fd, (uint32_t)(node * 1000 + i), file, right, length);
  const double us = (inet_time_us() - begin) / files;
  printf("node %d: %d files of %zu KB, %.0f us each, %s\n", node, files, length / 1024, us,
         good == files ? "all right" : "WRONG");
  close(fd);
  return good == files ? 0 : 1;
}

int main(int argc, char** argv) {
  const int kilobytes = argc > 1 ? atoi(argv[1]) : 256;
  const int files = argc > 2 ? atoi(argv[2]) : 8;
  const int clients = inet_nodes() - 1;
  if (kilobytes < 1 || kilobytes > 65536 || files < 1 || clients > MOST_CLIENTS) {
    fprintf(stderr, "files [KB, 1 to 65536] [files, 1 or more]; at most %d clients\n",
            MOST_CLIENTS);
    return 2;
  }
  const size_t length = (size_t)kilobytes * 1024;
  /* Whole pages of it are not copied; memory of malloc() is. */
  char* file = inet_alloc(2 * length);
  if (!file) fail("inet_alloc");
  const int node = inet_node();
  const int code =
      node == 0 ? server(clients, file) : client(node, files, file, file + length, length);
  inet_free(file);
  return code;
}
