/// The calls of inet.h under their usual names, for a program that was written for other sockets:
/// include this behind all headers of the system. read(), write() and close() of descriptors that
/// are not sockets stay what they are.
///
/// The names are macros with arguments: a variable or a member of a struct may be called `socket`,
/// but a pointer to a function gets the prefix.
#ifndef FLYBAR_INET_NAMES_H
#define FLYBAR_INET_NAMES_H

#include <unistd.h>

#include "models/inet/api/inet.h"

// NOLINTBEGIN(readability-identifier-naming): names as of the calls that they stand for

static inline int inet_is_socket(int fd) {
  return fd >= INET_FIRST_DESCRIPTOR && fd < INET_FIRST_DESCRIPTOR + INET_DESCRIPTORS;
}
static inline int inet_close_any(int fd) {
  return inet_is_socket(fd) ? inet_close(fd) : close(fd);
}
static inline ssize_t inet_read_any(int fd, void* data, size_t length) {
  return inet_is_socket(fd) ? inet_recv(fd, data, length, 0) : read(fd, data, length);
}
static inline ssize_t inet_write_any(int fd, const void* data, size_t length) {
  return inet_is_socket(fd) ? inet_send(fd, data, length, 0) : write(fd, data, length);
}

#define socket(...) inet_socket(__VA_ARGS__)
#define bind(...) inet_bind(__VA_ARGS__)
#define listen(...) inet_listen(__VA_ARGS__)
#define accept(...) inet_accept(__VA_ARGS__)
#define connect(...) inet_connect(__VA_ARGS__)
#define send(...) inet_send(__VA_ARGS__)
#define sendto(...) inet_sendto(__VA_ARGS__)
#define recv(...) inet_recv(__VA_ARGS__)
#define recvfrom(...) inet_recvfrom(__VA_ARGS__)
#define poll(...) inet_poll(__VA_ARGS__)
#define shutdown(...) inet_shutdown(__VA_ARGS__)
#define setsockopt(...) inet_setsockopt(__VA_ARGS__)
#define getsockopt(...) inet_getsockopt(__VA_ARGS__)
#define getsockname(...) inet_getsockname(__VA_ARGS__)
#define getpeername(...) inet_getpeername(__VA_ARGS__)
#define close(...) inet_close_any(__VA_ARGS__)
#define read(...) inet_read_any(__VA_ARGS__)
#define write(...) inet_write_any(__VA_ARGS__)

// NOLINTEND(readability-identifier-naming)

#endif
