/// Sockets for programs of modelled hosts: the calls of 4.4BSD that a program with blocking calls
/// needs, with a prefix. C11 and C++. Types, constants and errors are those of this machine's own
/// headers; inet_names.h gives the calls their usual names.
///
/// A program runs as one process on each node (flybar::inet::run_program). A call belongs to the
/// node whose process makes it. Global and static variables of the program are one memory for all
/// processes, so what differs between processes belongs into automatic variables or the heap.
///
/// The address of node n is 10.0.0.0 + n + 1 (inet_node_address()). Nodes talk to other nodes, not
/// to themselves.
///
/// Data in memory of inet_alloc() is remapped where size and alignment allow: whole pages are sent
/// where they lie, and frames that have come take the place of pages. Other memory is in no
/// modelled address space: what is sent or received there is copied, and each copy takes its time.
///
/// Computing in C takes no modelled time: a program says what it costs with inet_compute_us().
///
/// Calls return -1 and set errno, which no other process changes meanwhile. SIGPIPE does not exist:
/// a send that fails returns EPIPE. Outside of a program they end the run
/// (flybar::SimulationError, which passes through frames of C: they are compiled with -fexceptions,
/// as targets that link flybar_inet are).
///
/// Descriptors are small numbers that files of this machine do not have: from
/// INET_FIRST_DESCRIPTOR on, INET_DESCRIPTORS of them.
///
/// A process that returns from main(), calls exit(), throws an exception in C++, or makes the
/// machine fault outside of a call closes its sockets as a kernel does.
#ifndef FLYBAR_INET_H
#define FLYBAR_INET_H

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>

/* As in netinet/tcp.h, which has more names than such a program needs. */
#ifndef TCP_NODELAY
#define TCP_NODELAY 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

// NOLINTBEGIN(readability-identifier-naming): names as of the calls that they stand for

enum { INET_FIRST_DESCRIPTOR = 896, INET_DESCRIPTORS = 128 };

/// The node of this process, and how many there are.
int inet_node(void);
int inet_nodes(void);
/// Of node `node` (which need not exist), for connect() and sendto().
struct sockaddr_in inet_node_address(int node, uint16_t port);
/// The node that has this address, or -1.
int inet_node_of(const struct sockaddr_in* address);

/// Modelled time since the start. Reading it takes none: a loop that waits for a time sleeps.
double inet_time_us(void);
/// The CPU of the host computes for so long, in the process. EINVAL: not 0 .. 1e12.
int inet_compute_us(double us);
/// The process sleeps, and the CPU is free for others.
int inet_sleep_us(double us);

/// Memory of the modelled host for this process, zeros, from the beginning of a page on; null and
/// ENOMEM if it has too little. It takes as long as touching all its pages for the first time. A
/// page that is written while it is on its way gets a copy of its own, as a kernel makes it.
void* inet_alloc(size_t bytes);
/// Null or what inet_alloc() gave, else EINVAL. The end of the process frees all of it.
int inet_free(void* memory);

/// AF_INET; SOCK_STREAM or SOCK_DGRAM; protocol 0, or the one of the type.
int inet_socket(int domain, int type, int protocol);
/// To the address of this node or INADDR_ANY, which mean the same. Port 0: a free one.
int inet_bind(int fd, const struct sockaddr* address, socklen_t length);
/// At most `backlog` (1 .. 128) connections wait to be accepted.
int inet_listen(int fd, int backlog);
/// Waits as long as SO_RCVTIMEO says, then EAGAIN. `address` may be null.
int inet_accept(int fd, struct sockaddr* address, socklen_t* length);
/// Waits as long as TCP tries, or as SO_SNDTIMEO says: ETIMEDOUT. A socket that could not be
/// connected may try again. Of datagrams: where they go, and from whom alone they come.
int inet_connect(int fd, const struct sockaddr* address, socklen_t length);

/// flags: MSG_DONTWAIT, MSG_NOSIGNAL (without effect), of receives MSG_WAITALL. Others: EOPNOTSUPP.
/// A stream takes all, unless SO_SNDTIMEO or an error ends the call.
ssize_t inet_send(int fd, const void* data, size_t length, int flags);
ssize_t inet_sendto(int fd, const void* data, size_t length, int flags,
                    const struct sockaddr* address, socklen_t address_length);
/// 0: the peer has sent all that it will. What of a datagram has no room is lost.
ssize_t inet_recv(int fd, void* data, size_t length, int flags);
ssize_t inet_recvfrom(int fd, void* data, size_t length, int flags, struct sockaddr* address,
                      socklen_t* address_length);

/// POLLIN and POLLOUT; POLLERR, POLLHUP and POLLNVAL come unasked. Waits for `timeout` ms; less
/// than 0: for ever.
int inet_poll(struct pollfd* fds, nfds_t count, int timeout);

/// SHUT_WR: the peer learns of it behind all data. SHUT_RD: receives return 0 from now on.
int inet_shutdown(int fd, int how);
/// The kernel sends what is left. What was not read is forgotten; a peer that sends more sees a
/// reset.
int inet_close(int fd);

/// SOL_SOCKET: SO_RCVTIMEO and SO_SNDTIMEO (struct timeval; 0: for ever), SO_REUSEADDR; to be read
/// also SO_TYPE, SO_ERROR, SO_ACCEPTCONN, SO_RCVBUF and SO_SNDBUF, which all sockets of a host have
/// in common. IPPROTO_TCP: TCP_NODELAY. Others: ENOPROTOOPT.
int inet_setsockopt(int fd, int level, int option, const void* value, socklen_t length);
int inet_getsockopt(int fd, int level, int option, void* value, socklen_t* length);
int inet_getsockname(int fd, struct sockaddr* address, socklen_t* length);
int inet_getpeername(int fd, struct sockaddr* address, socklen_t* length);

// NOLINTEND(readability-identifier-naming)

#ifdef __cplusplus
}
#endif

#endif
