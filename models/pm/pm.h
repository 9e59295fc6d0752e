/// The PM API of a user process: reliable messages and remote memory writes over one channel of a
/// NIC. C11 and C++.
#ifndef FLYBAR_PM_H
#define FLYBAR_PM_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A channel that the process has open: its send and receive buffer, its queues, its pin table.
struct pm_channel;
/// Names a byte of a locked area: handle + n names byte n. May travel in messages.
typedef uint64_t pm_handle;

/// All return 0 or an error of <errno.h>, as named.
enum { PM_MTU = 8192 + 32 };

/// Space for a message of `len` bytes in the send buffer. ENOBUFS if full, EINVAL beyond PM_MTU.
int _pmGetSendBuf(struct pm_channel* ch, void** buf, size_t len);
/// Sends the buffer just got; returns at once. EINVAL without one, or no such node.
int _pmSend(struct pm_channel* ch, int node);
/// EBUSY until everything sent or written so far is stored at its receivers, or has failed. EIO,
/// once, if something has failed: a node does not answer, or a write named what is not pinned.
int _pmSendDone(struct pm_channel* ch);
/// The next message, in place; the same again until it is put back. ENOBUFS if there is none.
int _pmReceive(struct pm_channel* ch, void** buf, size_t* len);
/// The node that sent the message that _pmReceive last gave; -1 before.
int pm_source(struct pm_channel* ch);
/// Gives that message's space back.
int _pmPutReceiveBuf(struct pm_channel* ch);
/// Pins `len` bytes at `addr`. ENOSPC if it cannot; EFAULT outside of the process's memory.
int _pmMLock(struct pm_channel* ch, const void* addr, size_t len, pm_handle* handle);
/// ENOENT if not locked.
int _pmMUnLock(struct pm_channel* ch, const void* addr, size_t len);
/// Queues a write of `len` bytes. ENOBUFS if the queue is full; EINVAL unless handles and length
/// are multiples of 4, which is what the NIC's DMA moves, and `node` is another one.
int _pmVWrite(struct pm_channel* ch, int node, pm_handle remote, pm_handle local, size_t len);
/// EBUSY until the sources of all queued writes may be changed: their data are stored at the
/// receivers, since a packet that was lost is fetched again.
int _pmWriteDone(struct pm_channel* ch);

// What the model adds: memory, time, waiting.

int pm_node(const struct pm_channel* ch);   ///< number of this node
int pm_nodes(const struct pm_channel* ch);  ///< how many nodes there are
/// Memory of the process's virtual address space (zeros); 16-byte aligned, areas one after the
/// other. Null if exhausted.
void* pm_alloc(struct pm_channel* ch, size_t bytes);
/// CPU time of the process, user time, as on host.reference_clock.
void pm_spend(struct pm_channel* ch, int64_t picoseconds, const char* label);
/// memcpy that takes the CPU's time at host.copy_rate.
void pm_copy(struct pm_channel* ch, void* to, const void* from, size_t bytes);
/// Modelled time, in picoseconds, CPU time spent so far included.
int64_t pm_now(struct pm_channel* ch);
/// The process polls (CPU busy) until a message has arrived, or anything sent or written has
/// completed, since it last looked at it with the calls above; returns at once if so already.
/// `what` names the wait, for errors and statistics ("waits for rank 3").
void pm_wait(struct pm_channel* ch, const char* what);
struct pm_pin_counters {
  int64_t hits, misses, releases, pinned_pages, most_pinned;
};
struct pm_pin_counters pm_pins(const struct pm_channel* ch);
#ifdef __cplusplus
}
#endif
#endif
