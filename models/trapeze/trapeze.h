/// The Trapeze API of host software: messages with attached pages over one NIC. C11 and C++.
///
/// Calls are made by software that runs on the modelled CPU of the NIC's host, a process or a
/// receive handler, and take that CPU's time. Names and meaning are those of the original, whose
/// host had one NIC and needed no name for it: a message knows its NIC here.
///
/// A message is a view of a ring entry, valid from get to release. Frames and buffers are physical
/// addresses of the host and multiples of 4. Lengths are in bytes.
///
/// What can happen to correct software is a result: null, 0 or false. A call that breaks the rules
/// (too long a message, a frame that is handed out already) does not return. It throws
/// flybar::SimulationError, which ends the run as a panic would, through all frames of C: these are
/// compiled with -fexceptions, which targets that link flybar_trapeze are.
#ifndef FLYBAR_TRAPEZE_H
#define FLYBAR_TRAPEZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A NIC that runs the Trapeze firmware. Who builds the system hands it out:
/// flybar::trapeze::Endpoint is one.
struct tpz_nic;
struct tpz_sendmsg;
struct tpz_rcvmsg;

/// Bytes of the longest control message.
enum { TPZ_MOST_CONTROL = 128 };

// Sending

/// Called once the payload of a message has left; may run in an interrupt handler, so it must not
/// block.
typedef void (*tpz_completion)(void* arg);

/// The next free send entry; null while all are waiting to be sent. Entries leave in the order of
/// this call.
struct tpz_sendmsg* tpz_get_sendmsg(struct tpz_nic* nic);
/// The node that it goes to; 0 if not set.
void tpz_set_destination(struct tpz_sendmsg* msg, uint32_t node);
/// Which receive handler it is for; 0 if not set.
void tpz_set_type(struct tpz_sendmsg* msg, uint8_t type);
/// The receiver's buffer for the payload, from its tpz_ipt_map(); 0, none, if not set.
void tpz_set_token(struct tpz_sendmsg* msg, uint32_t token);
/// Control bytes from `offset`, a multiple of 4; the message is as long as what was written.
void tpz_write_control(struct tpz_sendmsg* msg, uint32_t offset, const void* data, size_t length);
/// A longer control message than was written; the rest is what the entry held before.
void tpz_set_control_len(struct tpz_sendmsg* msg, uint32_t length);
/// The payload is the frame at `frame`, of tpz_get_max_payload() bytes unless tpz_set_payload_len()
/// says otherwise. It must not be modified until `completion`, which may be null, has been called
/// with `arg`.
void tpz_attach_sendmsg(struct tpz_sendmsg* msg, uint32_t frame, tpz_completion completion,
                        void* arg);
/// Takes the frame out again, before the message is released.
uint32_t tpz_detach_sendmsg(struct tpz_sendmsg* msg);
void tpz_set_payload_len(struct tpz_sendmsg* msg, uint32_t length);
/// Sends it.
void tpz_release_sendmsg(struct tpz_sendmsg* msg);
/// Completes what has left; how many messages have not.
uint32_t tpz_check_xmit_complete(struct tpz_nic* nic);
/// As far as the library knows without a look at the NIC, which takes no time: how many send
/// entries are in use.
uint32_t tpz_get_sendmsgs_waiting(const struct tpz_nic* nic);

// Receiving

// If the NIC interrupts for messages, only handlers may call tpz_get_rcvmsg() and tpz_poll().

/// What a handler leaves to the library: the message, or nothing, and releases it itself, later.
enum tpz_disposition { TPZ_RELEASE, TPZ_KEEP };
/// May run in an interrupt handler, so it must not block.
typedef enum tpz_disposition (*tpz_handler)(struct tpz_rcvmsg* msg, void* arg);
/// A timeout that never ends.
#define TPZ_FOREVER INT64_MAX

/// Messages of `type` go to `handler` with `arg`, if it is not null. One for each type.
void tpz_register_handler(struct tpz_nic* nic, uint8_t type, tpz_handler handler, void* arg);
/// The next message that has arrived, or null.
struct tpz_rcvmsg* tpz_get_rcvmsg(struct tpz_nic* nic);
/// Waits for it: polls, or blocks until an interrupt brings one that no handler takes. Messages for
/// handlers are handled meanwhile. Null after `timeout_ps` picoseconds.
struct tpz_rcvmsg* tpz_wait_rcvmsg(struct tpz_nic* nic, int64_t timeout_ps);
/// Handles every message that has arrived.
void tpz_poll(struct tpz_nic* nic);

/// The node that it comes from.
uint32_t tpz_get_source(const struct tpz_rcvmsg* msg);
uint8_t tpz_get_type(const struct tpz_rcvmsg* msg);
uint32_t tpz_get_token(const struct tpz_rcvmsg* msg);
/// Type and serial number; with the source, unique in a run.
uint32_t tpz_get_id(const struct tpz_rcvmsg* msg);
uint32_t tpz_get_control_len(const struct tpz_rcvmsg* msg);
/// Part of the control message: `length` bytes from `offset`.
void tpz_read_control(struct tpz_rcvmsg* msg, uint32_t offset, void* data, size_t length);
/// 0: none was sent, or it was not delivered, for one of the reasons below.
uint32_t tpz_get_payload_len(const struct tpz_rcvmsg* msg);
/// The address where it lies.
uint32_t tpz_get_payload(const struct tpz_rcvmsg* msg);
/// There was a payload and no frame.
bool tpz_payload_discarded(const struct tpz_rcvmsg* msg);
/// There was a payload longer than its frame.
bool tpz_payload_truncated(const struct tpz_rcvmsg* msg);
/// The token was not valid.
bool tpz_ipt_rejected(const struct tpz_rcvmsg* msg);
/// The token was valid: the payload lies in the buffer that was mapped for it.
bool tpz_ipt_accepted(const struct tpz_rcvmsg* msg);
/// The buffer of the token is the host's again.
bool tpz_ipt_returned(const struct tpz_rcvmsg* msg);

/// A frame is attached to the receive entry: release hands it to the NIC again.
bool tpz_has_frame(const struct tpz_rcvmsg* msg);
/// Takes the attached frame out, which belongs to the caller from now on.
uint32_t tpz_detach_rcvmsg(struct tpz_rcvmsg* msg);
/// The next payload of this entry goes to `frame`, of tpz_get_max_payload() bytes.
void tpz_attach_rcvmsg(struct tpz_rcvmsg* msg, uint32_t frame);
void tpz_release_rcvmsg(struct tpz_rcvmsg* msg);

// The incoming payload table

/// A token with which any node may send one payload into the `length` bytes at `frame`; 0 if the
/// table is full.
uint32_t tpz_ipt_map(struct tpz_nic* nic, uint32_t frame, uint32_t length);
/// False if a message has used the token, or it is none: then its message arrives or has, perhaps
/// rejected, and with it the buffer comes back. Unless the message is dropped, for a wrong CRC:
/// then another call, later, succeeds.
bool tpz_ipt_cancel(struct tpz_nic* nic, uint32_t token);

// The NIC

/// The number of its node.
uint32_t tpz_get_node(const struct tpz_nic* nic);
/// The longest payload that it is configured for.
uint32_t tpz_get_max_payload(const struct tpz_nic* nic);

/// The counters of the firmware.
struct tpz_counters {
  uint32_t send_done, send_refused, received, dropped_ring_full, payload_discarded,
      payload_truncated, ipt_rejected, crc_errors, length_errors, foreign_packets,
      host_dma_transfers, interrupts, send_buffers, receive_buffers;
};
struct tpz_counters tpz_get_counters(struct tpz_nic* nic);

#ifdef __cplusplus
}
#endif

#endif
