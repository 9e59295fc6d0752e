/// The PM library of one process, which stands behind the API of pm.h: one channel of one NIC.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "models/pm/nic.h"
#include "models/pm/pin_cache.h"
#include "models/pm/pm.h"
#include "models/pm/under_way.h"

/// All that a process has of a channel.
struct pm_channel {};

namespace flybar::pm {

/// Space of a buffer that is used as a ring: entries lie in one piece, and the next one begins
/// anew if the longest one would not fit behind the last.
class Ring {
 public:
  Ring(Bytes size, std::uint32_t longest)
      : size_(static_cast<std::uint32_t>(size.count)), longest_(longest) {}

  std::uint32_t at() const { return at_; }
  /// Entries of `bytes` that begin at at(): what they take with what they skip.
  std::uint32_t taken_by(std::uint32_t bytes) const {
    return fits_behind(bytes) ? bytes : size_ - at_;
  }
  void advance(std::uint32_t bytes) { at_ = fits_behind(bytes) ? at_ + bytes : 0; }
  std::uint32_t size() const { return size_; }

 private:
  bool fits_behind(std::uint32_t bytes) const { return at_ + bytes + longest_ <= size_; }

  std::uint32_t size_;
  std::uint32_t longest_;
  std::uint32_t at_ = 0;
};

class Channel : public pm_channel, private Pinner {
 public:
  /// Takes part of the memory of the node. `number`: the same on all nodes of a parallel job.
  Channel(Nic& nic, unsigned number);
  ~Channel() override;

  /// Tells `under_way` of its messages from now on.
  void watch(UnderWay& under_way) { under_way_ = &under_way; }

  /// After Nic::start(). The process has the channel from now on.
  void open();
  /// The process is about to end: all its pages are released.
  void close();

  // The calls of the API, in its order.

  int get_send_buffer(void** buffer, std::size_t length);
  int send(int node);
  int send_done();
  int receive(void** buffer, std::size_t* length);
  int source() const { return source_; }
  int put_receive_buffer();
  int lock(const void* address, std::size_t length, pm_handle* handle);
  int unlock(const void* address, std::size_t length);
  int write(int node, pm_handle remote, pm_handle local, std::size_t length);
  int write_done();

  void* take_memory(std::size_t bytes) { return memory_.take(bytes, kAlignment); }
  void spend(Time time, const char* label);
  void copy(void* to, const void* from, std::size_t bytes);
  void wait(const char* what);

  PinCache& pins() { return pins_; }
  const PinCache& pins() const { return pins_; }
  const UserMemory& memory() const { return memory_; }
  const NicConfig& config() const { return nic_.config(); }
  host::Cpu& cpu() { return nic_.cpu(); }

 private:
  static constexpr std::size_t kAlignment = 16;
  using Word = std::uint32_t;

  void pin(const Area& area) override;
  void release(const Area& area) override;

  void begin_call();
  void look();
  Word status(std::uint32_t field) const;
  std::uint32_t status_address(std::uint32_t field) const;
  bool is_in_front() const;
  void tell_consumed();
  void give_back_front();
  void give_back_oldest();
  bool queue_is_full() const;
  Word command(int node, Word kind, Word length) const;
  bool is_a_peer(int node) const;
  void tell_sent(const UnderWay::Entry& entry);
  int see(std::size_t length);

  Nic& nic_;
  const unsigned number_;
  UserMemory memory_;
  SharedMemory send_buffer_;
  SharedMemory receive_buffer_;
  SharedMemory status_;
  PinCache pins_;
  UnderWay* under_way_ = nullptr;
  Time asked_;  ///< when a send buffer was
  struct Seen {
    Time at;
    Bytes length;
  };
  std::optional<Seen> seen_;  ///< the message in front

  // What was last seen of host_status.
  Word received_ = 0;
  Word done_ = 0;
  Word failed_ = 0;
  Word news_ = 0;

  Ring send_ring_;
  std::uint32_t send_used_ = 0;
  struct Queued {
    std::uint32_t taken;  ///< of the send buffer
  };
  std::deque<Queued> queued_;            ///< entries that are not done
  Word given_ = 0;                       ///< entries given to the firmware so far
  Word last_write_ = 0;                  ///< given_ after the last write
  std::optional<std::uint32_t> length_;  ///< of the message that was asked space for
  Word reported_ = 0;                    ///< failures that the process has been told of

  Ring receive_ring_;
  Word consumed_ = 0;
  Word told_ = 0;  ///< consumed_, as the firmware knows it
  Word turn_ = 0;  ///< of the last message in front of host_status that was given back
  int source_ = -1;
};

}  // namespace flybar::pm
