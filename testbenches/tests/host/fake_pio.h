/// A host bridge and a card in one: bytes behind fixed latencies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "models/common/agenda.h"
#include "models/contracts/pio.h"

namespace flybar::host {

class FakePio : public PioPort, private Task {
 public:
  static constexpr Time kReadTime = Time::ns(500);
  static constexpr Time kWriteTime = Time::ns(150);
  static constexpr std::size_t kBuffers = 4;

  struct Write {
    Time at;  ///< when it reached the card
    std::uint32_t address;
    std::vector<std::uint8_t> data;
  };

  FakePio(Agenda& agenda, std::size_t bytes) : memory(bytes), agenda_(agenda) {}

  std::vector<std::uint8_t> memory;
  std::vector<Write> writes;
  std::vector<Time> reads;  ///< when their data was sampled
  std::function<void(const Write&)> on_write;
  Time foresees;  ///< it knows that nothing changes before, but for what the agenda does
  std::int64_t repeated = 0;  ///< reads that were only counted

  std::optional<Forecast> foresee(Time at, std::uint32_t address,
                                  std::span<std::uint8_t> data) override {
    if (!queue_.empty() || at >= foresees) return std::nullopt;
    std::copy_n(memory.begin() + address, data.size(), data.begin());
    return Forecast{.answered = at + kReadTime, .until = foresees, .grid = Time::ns(1)};
  }
  void repeat(const ReadRun& run) override { repeated += run.times; }

  void read(Time at, std::uint32_t address, std::span<std::uint8_t> data, Task& done) override {
    enqueue({.address = address, .write = {}, .read = data, .done = &done}, at);
  }
  void write(Time at, std::uint32_t address, std::span<const std::uint8_t> data,
             Task& accepted) override {
    const bool room = queue_.size() < kBuffers;
    enqueue({.address = address,
             .write = {data.begin(), data.end()},
             .read = {},
             .done = room ? nullptr : &accepted},
            at);
    if (room) accepted.run(at);
  }
  void barrier(Time at, Task& drained) override {
    if (queue_.empty()) return drained.run(at);
    enqueue({.address = 0, .write = {}, .read = {}, .done = &drained}, at);
  }

 private:
  struct Operation {
    std::uint32_t address;
    std::vector<std::uint8_t> write;
    std::span<std::uint8_t> read;
    Task* done;

    Time duration() const {
      return !write.empty() ? kWriteTime : !read.empty() ? kReadTime : Time();
    }
  };

  void enqueue(Operation operation, Time at) {
    queue_.push_back(std::move(operation));
    if (queue_.size() == 1) agenda_.schedule(*this, at + queue_.front().duration());
  }

  void run(Time now) override {
    const Operation operation = std::move(queue_.front());
    queue_.pop_front();
    if (!queue_.empty()) agenda_.schedule(*this, now + queue_.front().duration());
    perform(operation, now);
    if (operation.done != nullptr) operation.done->run(now);
  }

  void perform(const Operation& operation, Time now) {
    std::copy(operation.write.begin(), operation.write.end(), memory.begin() + operation.address);
    std::copy_n(memory.begin() + operation.address, operation.read.size(), operation.read.begin());
    if (!operation.read.empty()) reads.push_back(now);
    if (operation.write.empty()) return;
    writes.push_back({now, operation.address, operation.write});
    if (on_write) on_write(writes.back());
  }

  Agenda& agenda_;
  std::deque<Operation> queue_;
};

}  // namespace flybar::host
