/// TCP/IP of one host, between its sockets and the device that carries its packets.
///
/// The protocol stack takes no time: what a kernel spends on a packet is spent here, by name, when
/// the packet enters the stack or leaves it. Packets come in the interrupt handler of the device
/// and are looked at in a software interrupt, which also runs the timers; processes keep it out
/// while they are inside the stack themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/common/agenda.h"
#include "models/common/observer.h"
#include "models/inet/device/device.h"
#include "models/inet/device/loop.h"
#include "models/inet/inet_params.h"
#include "models/inet/ip/input.h"
#include "models/inet/ip/output.h"
#include "models/inet/ip/packet_log.h"
#include "models/inet/ip/pages_under_way.h"
#include "models/inet/ip/segment_log.h"
#include "models/inet/stack/stack.h"

namespace flybar::inet {

class Inet final : private Stack::Client, private Device::User {
 public:
  struct Parts {
    host::Cpu& cpu;
    host::PagePool& pool;
    Agenda& agenda;  ///< of the node
    Device& device;
    Observer& observer = nobody();
  };
  struct Setup {
    std::uint32_t node = 0;
    Bytes socket_buffer = Bytes(64 * 1024);
    bool software_sums = false;
  };
  /// Before the simulation starts.
  Inet(const std::string& name, const Parts& parts, const InetParams& params, const Setup& setup);
  ~Inet() override;

  /// Somebody for whom the stack has done something in run(): told outside of it.
  class Concerned {
   public:
    virtual ~Concerned() = default;
    virtual void settle() = 0;
    /// Also notified from now on, for processes that wait for one of several.
    void watch(host::Signal& of_several) { watching_.push_back(&of_several); }
    void unwatch(host::Signal& of_several) { std::erase(watching_, &of_several); }
    /// How often it has been told.
    std::uint64_t changes() const { return changes_; }

   private:
    friend class Inet;
    std::vector<host::Signal*> watching_;
    std::uint64_t changes_ = 0;
  };
  /// Inside run(): `who` is told at its end, once.
  void concern(Concerned& who) {
    if (std::find(concerned_.begin(), concerned_.end(), &who) == concerned_.end())
      concerned_.push_back(&who);
  }

  /// `who` lives until drop(): the stack may have something for it though nobody else knows it.
  void keep(std::shared_ptr<Concerned> who) { kept_.emplace(who.get(), who); }
  void drop(const Concerned& who) { kept_.erase(&who); }

  /// What the next software interrupt does before it looks at packets, after 200 ms at most. A
  /// socket that its program drops leaves here what is left to do, from anywhere and in no time;
  /// the list has expired if the host has gone before.
  using Later = std::vector<std::function<void()>>;
  std::weak_ptr<Later> later() const { return later_; }

  /// By processes and the software interrupt: `work` calls lwIP, in no time, and `spend` says what
  /// that has cost. Then spends what follows from it, and sends the packets that it has made.
  template <class Work, class Spend>
  void run(Work work, Spend spend) {
    begin();
    {
      const Stack::Enter inside(stack_, parts_.cpu.now());
      work();
    }
    spend();
    end();
  }
  template <class Work>
  void run(Work work) {
    run(work, [] {});
  }

  /// By processes: waits for `signal`, and meanwhile gets packets going that the device had no room
  /// for; of several processes one does so. False after `timeout`; true may also mean that it is
  /// this one's turn.
  bool wait(host::Signal& signal, Time timeout = Time::never());

  host::Cpu& cpu() { return parts_.cpu; }
  host::PagePool& pool() { return parts_.pool; }
  PagesUnderWay& pages() { return pages_; }
  SegmentLog& segments() { return segments_; }
  Stack& stack() { return stack_; }
  const InetParams& params() const { return params_; }
  Bytes mtu() const { return parts_.device.mtu(); }
  /// Bytes of a page, which is a frame.
  std::size_t page() const {
    return static_cast<std::size_t>(parts_.cpu.memory().frames.frame_size().count);
  }
  const Setup& setup() const { return setup_; }
  const Output& output() const { return output_; }
  Input& input() { return input_; }
  const Input& input() const { return input_; }
  /// By who sends a datagram, inside run(): see Output.
  bool admit(std::size_t length) { return output_.admit(length); }
  /// The interface queue has room for it now.
  bool has_room(std::size_t length) const { return output_.has_room(length); }
  /// Completes what the device has sent, as a kernel that is idle does.
  void complete_sent() { output_.complete_sent(); }

 private:
  /// Runs each `period` of the node.
  struct Timer : Task {
    Timer(Inet& owner, Time every) : inet(owner), period(every) {}
    void run(Time now) override;
    Inet& inet;
    const Time period;
    bool due = false;
  };

  void output(pbuf* packet, std::uint32_t to) override { output_.made(packet, to); }
  void arrived(const Arrival& packet) override { input_.arrived(packet); }
  void sent(void* packet) override { output_.sent(packet); }

  void begin();
  void end();
  void settle(Concerned& who);
  bool poll(host::Signal& signal, Time timeout);
  void hand_over();
  void soft_interrupt();
  void run_timers();

  const Parts parts_;
  const InetParams params_;
  const Setup setup_;
  // Those to whom the stack gives something back at its end.
  Input input_;
  std::unordered_map<const Concerned*, std::shared_ptr<Concerned>> kept_;  ///< never walked through
  Stack stack_;
  SegmentLog segments_;
  PagesUnderWay pages_;
  PacketLog log_;
  Output output_;
  Loop loop_;
  std::vector<Concerned*> concerned_;
  const std::shared_ptr<Later> later_ = std::make_shared<Later>();
  bool polled_ = false;                    ///< a process gets packets going
  std::vector<host::Signal*> bystanders_;  ///< of processes that leave that to it
  Timer fast_;
  Timer slow_;
};

}  // namespace flybar::inet
