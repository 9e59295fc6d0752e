#include "models/host/paging/disk.h"

#include <algorithm>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::host {
namespace {

constexpr Label kStart{"disk request", Share::kSystem};
constexpr Label kComplete{"disk completion", Share::kInterrupt};

}  // namespace

Disk::Disk(std::string name, const DiskParams& params, Cpu& cpu, Agenda& agenda)
    : name_(std::move(name)),
      params_(params),
      cpu_(cpu),
      agenda_(agenda),
      line_(cpu.add_device(name_, [this](Cpu& c) { interrupt(c); })),
      block_size_(static_cast<std::size_t>(cpu.memory().frames.frame_size().count)) {}

Uses Disk::uses(Time now) const {
  static constexpr Resource kDisk{"disk", "disk.access, disk.rate"};
  return {{.resource = &kDisk, .time = busy_before(now)}};
}

void Disk::read(Cpu& cpu, Block block, Physical frame) {
  wait_for(cpu, block, frame, false);
}

void Disk::write(Cpu& cpu, Block block, Physical frame) {
  wait_for(cpu, block, frame, true);
}

void Disk::wait_for(Cpu& cpu, Block block, Physical frame, bool is_write) {
  Signal finished(name_ + " block " + std::to_string(block));
  bool is_done = false;
  const auto done = [&] {
    is_done = true;
    cpu_.notify(finished);
  };
  start(cpu, {block, frame, is_write, Time(), done});
  while (!is_done) cpu.wait_for(finished);
}

void Disk::start_read(Cpu& cpu, Block block, Physical frame, Completion done) {
  start(cpu, {block, frame, false, Time(), std::move(done)});
}

void Disk::start_write(Cpu& cpu, Block block, Physical frame, Completion done) {
  start(cpu, {block, frame, true, Time(), std::move(done)});
}

void Disk::start(Cpu& cpu, Request request) {
  check(cpu, request.frame);
  cpu.spend(params_.start, kStart);
  cpu.sync();
  cpu.memory().frames.lend(request.frame, Bytes(static_cast<std::int64_t>(block_size_)),
                           request.is_write ? FrameState::kSending : FrameState::kReceiving);
  request.since = software_time();
  waiting_.push_back(std::move(request));
  if (waiting_.size() == 1) begin(software_time());
}

void Disk::check(const Cpu& cpu, Physical frame) const {
  if (&cpu == &cpu_ && frame % block_size_ == 0) return;
  throw SimulationError(name_ + " at " + quantity::print(software_time()),
                        "a transfer at address " + std::to_string(frame) + ", asked for by " +
                            std::string(cpu.name()),
                        "a page frame, asked for by software of " + std::string(cpu_.name()),
                        "use the disk of the node itself, and a frame that allocate() returned");
}

void Disk::begin(Time now) {
  const Request& request = waiting_.front();
  const bool follows = request.block == next_ && use_.reads + use_.writes > 0;
  const Time transfer = params_.transfer_time(Bytes(static_cast<std::int64_t>(block_size_)));
  duration_ = follows ? transfer : params_.access + transfer;
  ends_ = now + duration_;
  next_ = request.block + 1;
  ++(request.is_write ? use_.writes : use_.reads);
  if (follows) ++use_.sequential;
  use_.queued += now - request.since;
  use_.busy += duration_;
  agenda_.schedule(*this, ends_);
}

void Disk::run(Time now) {
  move_data(waiting_.front(), now);
  done_.push_back(std::move(waiting_.front()));
  waiting_.pop_front();
  if (!waiting_.empty()) begin(now);
  line_.raise(now);
}

void Disk::move_data(const Request& request, Time now) {
  if (request.is_write) {
    std::vector<std::uint8_t>& block = written_[request.block];
    block.resize(block_size_);
    cpu_.memory().device_read(request.frame, block, now);
  } else {
    std::vector<std::uint8_t> data = contents(request.block);
    cpu_.memory().device_write(request.frame, data, now);
  }
}

std::vector<std::uint8_t> Disk::contents(Block block) const {
  if (const auto found = written_.find(block); found != written_.end()) return found->second;
  std::vector<std::uint8_t> data(block_size_);
  if (unwritten_) unwritten_(block, data);
  return data;
}

/// One call for all that is done by its end.
void Disk::interrupt(Cpu& cpu) {
  while (!done_.empty()) {
    const Request request = std::move(done_.front());
    done_.pop_front();
    cpu.spend(params_.complete, kComplete);
    cpu.memory().frames.take_back(request.frame, Bytes(static_cast<std::int64_t>(block_size_)));
    if (request.done) request.done();
  }
  line_.lower(software_time());
}

}  // namespace flybar::host
