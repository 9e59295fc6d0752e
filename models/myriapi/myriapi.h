/// The vendor's API of host software, a process or a kernel: messages over one NIC. C11 and C++.
///
/// Messages pass through a region of memory that the library owns and the NIC reaches. How often
/// they are copied is the port's: not at all, at the sender, or at both ends. Nothing is
/// acknowledged: a message that finds no descriptor at its receiver, or is damaged, is gone.
///
/// Addresses are physical ones of the host. Calls take its CPU's time; each costs myriapi.call, but
/// those that say that they cost nothing. What can happen to correct software is a result; a call
/// that breaks the rules throws flybar::SimulationError through all frames of C.
#ifndef FLYBAR_MYRIAPI_H
#define FLYBAR_MYRIAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A NIC that runs the MyriAPI firmware, with its region: flybar::myriapi::Port is one.
struct myriapi_port;

/// Bytes of the longest message, the highest channel, and how many messages may be on their way.
enum { MYRIAPI_LONGEST = 8432, MYRIAPI_LAST_CHANNEL = 0xFFFF, MYRIAPI_MOST_SENT = 16 };

/// A timeout that never ends.
#define MYRIAPI_FOREVER INT64_MAX

/// A message that has come.
struct myriapi_message {
  uint32_t source;  ///< node
  uint32_t channel;
  uint32_t address;  ///< where it lies
  uint32_t length;   ///< bytes
};

/// Of a port that copies nothing: a buffer of the region for the next message, to be filled by the
/// program; 0 while all are on their way. The same one again until it is sent. Costs nothing but a
/// look at the NIC if none seems to be free.
uint32_t myriapi_get_buffer(struct myriapi_port* port);
/// Sends `length` bytes at `from` to a channel of a node. A port that copies leaves `from` to the
/// program again at once; else it is the buffer just got. False while MYRIAPI_MOST_SENT messages
/// have not left.
bool myriapi_send(struct myriapi_port* port, uint32_t node, uint32_t channel, uint32_t from,
                  uint32_t length);
/// How many messages have not left.
uint32_t myriapi_check_sent(struct myriapi_port* port);

/// Waits for the next message: polls, or blocks until an interrupt. A port that copies at both ends
/// puts it to `to`, memory of the program for MYRIAPI_LONGEST bytes; else `to` is not used, and the
/// message lies in the region until the next call of this. False after `timeout_ps` picoseconds.
bool myriapi_receive(struct myriapi_port* port, struct myriapi_message* message, uint32_t to,
                     int64_t timeout_ps);

/// The number of its node; costs nothing.
uint32_t myriapi_get_node(const struct myriapi_port* port);

#ifdef __cplusplus
}
#endif

#endif
