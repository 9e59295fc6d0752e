#include "testbenches/experiments/pm/pm_transfers.h"

#include <algorithm>
#include <cstring>

#include "models/common/software_time.h"

namespace flybar::experiments {

namespace {

constexpr int kReceiver = 1, kSender = 0;
/// Transfers before those that are measured, and as many messages after them.
constexpr std::int64_t kTransferWarmUp = 4;
constexpr std::size_t kPiece = 8192;

/// Memory for an area of that size, wherever it begins in its page; taken anew only if it is too
/// small.
std::span<std::uint8_t> area_of(PmProcess& process, std::span<std::uint8_t>& pool, Bytes payload,
                                Bytes offset) {
  const auto page = static_cast<std::size_t>(4096);
  const auto bytes = static_cast<std::size_t>(payload.count);
  if (pool.size() < bytes + 2 * page)
    pool = process.allocate(Bytes(static_cast<std::int64_t>(bytes + 2 * page)));
  return from_page(pool).subspan(static_cast<std::size_t>(offset.count), bytes);
}

}  // namespace

std::span<std::uint8_t> PmSender::area(const PmTransfers& transfers) {
  return area_of(process_, pool_, transfers.payload, transfers.offset);
}

void PmSender::send_message(const PmTransfers& transfers, std::uint64_t serial) {
  auto left = area(transfers);
  fill_pattern(left, serial);
  while (!left.empty()) {
    const auto piece = left.first(std::min(kPiece, left.size()));
    const auto buffer = process_.send_buffer(Bytes(static_cast<std::int64_t>(piece.size())));
    if (transfers.path == PmPath::kCopy)
      pm_copy(process_.channel(), buffer.data(), piece.data(), piece.size());
    else
      std::memcpy(buffer.data(), piece.data(), piece.size());
    process_.send(kReceiver);
    left = left.subspan(piece.size());
  }
}

void PmSender::write(const PmTransfers& transfers, std::uint64_t serial) {
  const auto source = area(transfers);
  fill_pattern(source, serial);
  const pm_handle local = process_.lock(source);
  process_.write(kReceiver, remote_, local, transfers.payload);
  process_.until_stored();
  process_.unlock(source);
  compare_pattern(target_, serial, "what was written into node 1");
}

void PmSender::run(const PmTransfers& transfers, PmMeasured& measured) {
  const bool writes = transfers.path == PmPath::kWrite;
  if (writes) {
    remote_ = process_.hear();
    process_.hear();
  }
  pm_pin_counters before{};
  for (std::int64_t i = -kTransferWarmUp; i < transfers.count; ++i) {
    if (i == 0) {
      host_.cpu.sync();
      if (writes) measured.begin = software_time();
      stack_.count_from(host_.node);
      stack_.testbed().messages().measure();
      before = pm_pins(host_.ch);
    }
    const auto serial = static_cast<std::uint64_t>(i + kTransferWarmUp);
    writes ? write(transfers, serial) : send_message(transfers, serial);
    stack_.testbed().progress();
  }
  host_.cpu.sync();
  if (writes) measured.end = software_time();
  stack_.count_to(host_.node);
  stack_.testbed().messages().pause();
  const pm_pin_counters after = pm_pins(host_.ch);
  measured.hits = after.hits - before.hits;
  measured.misses = after.misses - before.misses;
  if (!writes)
    for (std::int64_t i = 0; i < kTransferWarmUp; ++i)
      send_message(transfers, static_cast<std::uint64_t>(i + kTransferWarmUp + transfers.count));
  process_.until_stored();
  process_.tell(kReceiver, 0);
}

void PmReceiver::run(const PmTransfers& transfers, PmMeasured& measured) {
  if (transfers.path != PmPath::kWrite) {
    receive_messages(transfers, measured);
    process_.hear();
    return;
  }
  const auto target = area_of(process_, pool_, transfers.payload, Bytes(0));
  target_ = target;
  process_.tell(kSender, process_.lock(target));
  process_.tell(kSender, target.size());
  process_.hear();
  process_.unlock(target);
}

void PmReceiver::receive_messages(const PmTransfers& transfers, PmMeasured& measured) {
  const auto target = area_of(process_, pool_, transfers.payload, Bytes(0));
  const auto receive_one = [&](std::int64_t i) {
    for (auto left = target; !left.empty();) {
      const auto message = process_.receive();
      if (transfers.path == PmPath::kCopy)
        pm_copy(process_.channel(), left.data(), message.data(), message.size());
      else
        std::memcpy(left.data(), message.data(), message.size());
      left = left.subspan(message.size());
      process_.put_back();
    }
    compare_pattern(target, static_cast<std::uint64_t>(i), "a message on node 1");
  };
  std::int64_t i = 0;
  const auto receive_up_to = [&](std::int64_t end) {
    while (i < end) receive_one(i++);
    host_.cpu.sync();
    return software_time();
  };
  measured.begin = receive_up_to(kTransferWarmUp);
  measured.end = receive_up_to(kTransferWarmUp + transfers.count);
  receive_up_to(2 * kTransferWarmUp + transfers.count);
}

}  // namespace flybar::experiments
