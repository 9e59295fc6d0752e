/// One transfer after the other from node 0 to node 1, over one of three ways.
#pragma once

#include "testbenches/experiments/stacks/pm/pm_process.h"

namespace flybar::experiments {

enum class PmPath : std::uint8_t {
  kBuffer,  ///< messages, written and read in place
  kCopy,    ///< messages, copied by the CPUs from and to memory of the programs
  kWrite,   ///< remote writes into memory that stays pinned at the receiver
};

/// How many transfers, and how long they are. Longer than a message: in pieces of one page each
/// two, as a library would do it.
struct PmTransfers {
  PmPath path;
  Bytes payload;
  Bytes offset;  ///< of the sender's area in its page
  std::int64_t count;
};

/// The sender times writes, from the begin of the first one until the last one has been stored. The
/// receiver times messages, between two that arrive while others are under way before and behind
/// them: of the 100,000 transfers of the published benchmark, few find the way empty.
struct PmMeasured {
  Time begin;
  Time end;
  std::int64_t hits = 0;
  std::int64_t misses = 0;

  double bandwidth(const PmTransfers& of) const {
    return static_cast<double>(of.count * of.payload.count) / (end - begin).us();
  }
};

/// The area that a receiver locked for remote writes. Receiver and sender share it beside the
/// simulated network, since an address of this program in a message makes traces differ from run to
/// run.
using PmTarget = std::span<const std::uint8_t>;

/// The two programs; each sequence of transfers has to be made by both. Every byte is compared.
/// Both tell what has been measured when they have returned.
class PmSender {
 public:
  PmSender(PmStack& stack, PmStack::Host& host, const PmTarget& target)
      : stack_(stack), host_(host), process_(host), target_(target) {}
  void run(const PmTransfers& transfers, PmMeasured& measured);

 private:
  void send_message(const PmTransfers& transfers, std::uint64_t serial);
  void write(const PmTransfers& transfers, std::uint64_t serial);
  std::span<std::uint8_t> area(const PmTransfers& transfers);

  PmStack& stack_;
  PmStack::Host& host_;
  PmProcess process_;
  std::span<std::uint8_t> pool_;
  pm_handle remote_ = 0;
  const PmTarget& target_;
};

class PmReceiver {
 public:
  PmReceiver(PmStack::Host& host, PmTarget& target)
      : host_(host), process_(host), target_(target) {}
  void run(const PmTransfers& transfers, PmMeasured& measured);

 private:
  void receive_messages(const PmTransfers& transfers, PmMeasured& measured);

  PmStack::Host& host_;
  PmProcess process_;
  std::span<std::uint8_t> pool_;
  PmTarget& target_;
};

}  // namespace flybar::experiments
