/// The API in C, on the library of the channel.
#include "models/pm/pm.h"

#include "models/common/systemc_time.h"
#include "models/pm/channel.h"

namespace {

using flybar::Time;
using flybar::pm::Channel;

Channel& behind(pm_channel* ch) {
  return static_cast<Channel&>(*ch);
}
const Channel& behind(const pm_channel* ch) {
  return static_cast<const Channel&>(*ch);
}

}  // namespace

int _pmGetSendBuf(pm_channel* ch, void** buf, size_t len) {
  return behind(ch).get_send_buffer(buf, len);
}
int _pmSend(pm_channel* ch, int node) {
  return behind(ch).send(node);
}
int _pmSendDone(pm_channel* ch) {
  return behind(ch).send_done();
}
int _pmReceive(pm_channel* ch, void** buf, size_t* len) {
  return behind(ch).receive(buf, len);
}
int pm_source(pm_channel* ch) {
  return behind(ch).source();
}
int _pmPutReceiveBuf(pm_channel* ch) {
  return behind(ch).put_receive_buffer();
}
int _pmMLock(pm_channel* ch, const void* addr, size_t len, pm_handle* handle) {
  return behind(ch).lock(addr, len, handle);
}
int _pmMUnLock(pm_channel* ch, const void* addr, size_t len) {
  return behind(ch).unlock(addr, len);
}
int _pmVWrite(pm_channel* ch, int node, pm_handle remote, pm_handle local, size_t len) {
  return behind(ch).write(node, remote, local, len);
}
int _pmWriteDone(pm_channel* ch) {
  return behind(ch).write_done();
}

int pm_node(const pm_channel* ch) {
  return static_cast<int>(behind(ch).config().node);
}
int pm_nodes(const pm_channel* ch) {
  return static_cast<int>(behind(ch).config().nodes);
}
void* pm_alloc(pm_channel* ch, size_t bytes) {
  return behind(ch).take_memory(bytes);
}
void pm_spend(pm_channel* ch, int64_t picoseconds, const char* label) {
  behind(ch).spend(Time::ps(picoseconds), label);
}
void pm_copy(pm_channel* ch, void* to, const void* from, size_t bytes) {
  behind(ch).copy(to, from, bytes);
}
int64_t pm_now(pm_channel* ch) {
  return behind(ch).cpu().now().ps();
}
void pm_wait(pm_channel* ch, const char* what) {
  behind(ch).wait(what);
}
pm_pin_counters pm_pins(const pm_channel* ch) {
  const auto& c = behind(ch).pins().counters();
  return {c.hits, c.misses, c.releases, c.pinned, c.most};
}
