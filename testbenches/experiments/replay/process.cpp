#include "testbenches/experiments/replay/process.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/gms/file/user_copy.h"
#include "models/gms/labels.h"

namespace flybar::experiments {

namespace {

using Verb = Workload::Verb;

constexpr host::Label kThink{"think", host::Share::kUser, host::kByNothing};
/// A process that thinks for longer lets others run.
constexpr Time kTimeSlice = Time::ms(10);

}  // namespace

void ReplayProcess::run() {
  while (!life_.running) cpu().wait_for(life_.started);
  buffer_ = world_.pages.service().member().pool().allocate();
  for (const std::uint32_t i : world_.plan.of_process[number_]) {
    const Operation& operation = world_.plan.workload.operations[i];
    for (std::int64_t n = 0; n < operation.times; ++n) {
      think(operation.think);
      act(operation, n);
      ++world_.done;
      world_.progress();
    }
  }
  finish_page();
  while (!mapped_.empty()) unmap(mapped_.back());
  cpu().sync();
  world_.pages.service().member().pool().free(buffer_);
  life_.over = true;
  cpu().notify_all(life_.ended);
}

void ReplayProcess::think(Time time) {
  const double scaled = static_cast<double>(time.ps()) * world_.options.think;
  Time left = Time::ps(std::llround(scaled));
  world_.thought += left;
  for (; left > kTimeSlice; left -= kTimeSlice) {
    cpu().spend(kTimeSlice, kThink);
    cpu().yield();
    world_.progress();
  }
  cpu().spend(left, kThink);
}

void ReplayProcess::act(const Operation& operation, std::int64_t repetition) {
  switch (operation.verb) {
    case Verb::kRead:
    case Verb::kWrite:
      return transfer(operation, repetition);
    case Verb::kMap:
      return map(operation);
    case Verb::kTouch:
      if (world_.options.touches == ReplayTouches::kSequential) return;
      return touch(operation.object, operation.offset, operation.length);
    case Verb::kUnmap:
      return unmap(operation.object);
    case Verb::kSync:
    case Verb::kTruncate:
    case Verb::kUnlink:
      return on_file(operation);
    case Verb::kStart:
      return start(operation.object);
    case Verb::kWait:
      return wait(operation.object);
    case Verb::kExit:
      return;
  }
}

void ReplayProcess::system_call() {
  cpu().spend(world_.pages.service().member().params.system_call, gms::kSystemCall);
}

/// One call for all its pages.
void ReplayProcess::transfer(const Operation& operation, std::int64_t repetition) {
  system_call();
  const std::int64_t size = world_.pages.service().member().frame_size().count;
  const gms::File file = world_.files.now(operation.object);
  std::int64_t at = operation.offset.count + repetition * operation.length.count;
  const std::int64_t end = at + operation.length.count;
  while (at < end) {
    const gms::PageId id{file, static_cast<std::uint32_t>(at / size)};
    const std::int64_t bytes = std::min(end - at, size - at % size);
    if (operation.verb == Verb::kRead) {
      read(id, Bytes(at % size), Bytes(bytes));
    } else {
      write(id, Bytes(at % size), Bytes(bytes));
    }
    at += bytes;
  }
}

gms::Sequence& ReplayProcess::sequence(gms::File file) {
  return sequences_.try_emplace(file, world_.options.read_ahead).first->second;
}

gms::PageRange ReplayProcess::ahead(gms::PageId id) {
  return sequence(id.file).read(id.page, world_.files.pages(id.file));
}

/// Who waits for a page must not keep another from being put away: the two might need one frame.
void ReplayProcess::read(gms::PageId id, Bytes offset, Bytes bytes) {
  if (life_.written != id && !world_.pages.has(id)) finish_page();
  gms::PageRange next = ahead(id);
  const gms::LocalPage& page = world_.pages.get(id, next, track_);
  sequence(id.file).give_back(next);
  gms::copy_out(world_.pages.service(), id, page, offset, bytes, buffer_);
  pager().release(id);
}

void ReplayProcess::write(gms::PageId id, Bytes offset, Bytes bytes) {
  if (life_.written != id) finish_page();
  gms::PageRange next = ahead(id);
  const gms::LocalPage& page =
      world_.pages.get_to_write(id, {offset, offset + bytes}, next, track_);
  sequence(id.file).give_back(next);
  life_.written = id;
  gms::copy_in(world_.pages.service(), id, page, offset, bytes, buffer_);
  pager().release(id);
  world_.pages.throttle(track_);
}

void ReplayProcess::finish_page(ReplayWorld::Life& life) {
  if (const auto page = std::exchange(life.written, {})) pager().changed(*page);
}

void ReplayProcess::map(const Operation& operation) {
  const Workload::Mapping& mapping = world_.plan.workload.mappings[operation.object];
  world_.maps.map(operation.object, world_.files.now(mapping.file));
  mapped_.push_back(operation.object);
  const bool recorded = world_.plan.workload.touches != Workload::Touches::kUnknown;
  if (recorded && world_.options.touches == ReplayTouches::kRecorded) return;
  touch(operation.object, Bytes(0), mapping.length);
}

/// A word of each of these pages, as far as there are such in the file.
void ReplayProcess::touch(std::size_t mapping, Bytes offset, Bytes bytes) {
  const Workload::Mapping& what = world_.plan.workload.mappings[mapping];
  const std::int64_t size = world_.pages.service().member().frame_size().count;
  const gms::File file = world_.maps.file(mapping, world_.files.now(what.file));
  const Bytes from = what.offset + offset;
  const std::int64_t end = std::min<std::int64_t>((from.count + bytes.count + size - 1) / size,
                                                  world_.files.pages(file));
  finish_page();
  for (std::int64_t page = from.count / size; page < end; ++page) {
    world_.maps.touch(mapping, {file, static_cast<std::uint32_t>(page)}, what.writes, track_);
    world_.progress();
  }
}

void ReplayProcess::unmap(std::size_t mapping) {
  std::erase(mapped_, mapping);
  world_.maps.unmap(mapping);
}

void ReplayProcess::on_file(const Operation& operation) {
  system_call();
  finish_page();
  if (operation.verb == Verb::kSync) {
    sync();
  } else if (operation.verb == Verb::kTruncate && operation.length == Bytes(0)) {
    world_.files.empty(operation.object);
  }
}

/// Puts away what any process has changed.
void ReplayProcess::sync() {
  for (ReplayWorld::Life& life : world_.lives) finish_page(life);
  world_.maps.put_away();
  world_.pages.flush(track_);
}

void ReplayProcess::start(std::size_t process) {
  ReplayWorld::Life& life = world_.lives[process];
  life.running = true;
  cpu().notify(life.started);
}

void ReplayProcess::wait(std::size_t process) {
  finish_page();
  ReplayWorld::Life& life = world_.lives[process];
  while (!life.over) cpu().wait_for(life.ended);
}

}  // namespace flybar::experiments
