#include "testbenches/experiments/workload/state.h"

#include <algorithm>

namespace flybar::experiments {

namespace {

using Verb = Workload::Verb;
using Verdict = WorkloadState::Verdict;

std::string text(std::int64_t number) {
  return std::to_string(number);
}

/// "0 to 4", or that there is none.
std::string range(std::size_t count) {
  if (count == 0) return "none: there is none yet";
  return "0 to " + std::to_string(count - 1);
}

Bytes end_of(const Workload::Operation& operation) {
  return operation.offset + Bytes(operation.length.count * operation.times);
}

}  // namespace

WorkloadState::WorkloadState(Workload& workload)
    : workload_(workload), lives_(workload.processes.size(), Life::kUnborn) {
  for (const Workload::File& file : workload.files) sizes_.push_back(file.size);
  if (!lives_.empty()) lives_[0] = Life::kRunning;
}

Verdict WorkloadState::add(const Workload::Operation& operation) {
  if (Verdict bad = check_acting(operation.process)) return bad;
  if (Verdict bad = check(operation)) return bad;
  return keep(operation);
}

Verdict WorkloadState::add_map(Workload::Operation operation, const Workload::Mapping& mapping) {
  if (Verdict bad = check_acting(operation.process)) return bad;
  if (Verdict bad = check_file(static_cast<std::uint32_t>(mapping.file))) return bad;
  if (operation.object != mapped_.size())
    return Objection{"map " + text(operation.object),
                     text(static_cast<std::int64_t>(mapped_.size())) + ", the next number",
                     "number maps in order from 0, and none twice"};
  workload_.mappings.push_back(mapping);
  mapped_.push_back(true);
  return keep(operation);
}

Verdict WorkloadState::keep(const Workload::Operation& operation) {
  operations_ += operation.times;
  if (operations_ > Workload::kMostOperations)
    return Objection{"operation " + text(operations_), "at most " + text(Workload::kMostOperations),
                     "record a shorter run"};
  apply(operation);
  workload_.operations.push_back(operation);
  return {};
}

Verdict WorkloadState::check_acting(std::uint32_t process) const {
  if (process >= lives_.size())
    return Objection{"process " + text(process), range(lives_.size()),
                     "add it to the head, or correct the number"};
  if (lives_[process] == Life::kRunning) return {};
  const bool unborn = lives_[process] == Life::kUnborn;
  return Objection{"process " + text(process) + (unborn ? " before its start" : " after its exit"),
                   "processes that run", "restore the order of the lines"};
}

Verdict WorkloadState::check(const Workload::Operation& operation) const {
  switch (operation.verb) {
    case Verb::kRead:
    case Verb::kWrite:
      return check_transfer(operation);
    case Verb::kSync:
    case Verb::kTruncate:
    case Verb::kUnlink:
      return check_file(operation.object);
    case Verb::kMap:
    case Verb::kTouch:
    case Verb::kUnmap:
      return check_mapping(operation);
    case Verb::kStart:
    case Verb::kWait:
      return check_process(operation);
    case Verb::kExit:
      return {};
  }
  return {};
}

Verdict WorkloadState::check_file(std::uint32_t index) const {
  if (index < sizes_.size()) return {};
  return Objection{"file " + text(index), range(sizes_.size()),
                   "add it to the head, or correct the number"};
}

Verdict WorkloadState::check_transfer(const Workload::Operation& operation) const {
  if (Verdict bad = check_file(operation.object)) return bad;
  const Bytes end = end_of(operation);
  const bool reads = operation.verb == Verb::kRead;
  const Bytes most = reads ? sizes_[operation.object] : Workload::kLargestFile;
  if (end <= most) return {};
  return Objection{"bytes up to " + text(end.count), "up to " + text(most.count),
                   reads ? "the file has no more here: correct it, or its size in the head"
                         : "correct offset and bytes"};
}

Verdict WorkloadState::check_mapping(const Workload::Operation& operation) const {
  if (operation.object >= mapped_.size())
    return Objection{"map " + text(operation.object), range(mapped_.size()),
                     "map it first, or correct the number"};
  if (!mapped_[operation.object])
    return Objection{"map " + text(operation.object) + " after its unmap", "maps that are in use",
                     "restore the order of the lines"};
  const Bytes length = workload_.mappings[operation.object].length;
  if (operation.verb == Verb::kUnmap || end_of(operation) <= length) return {};
  return Objection{"bytes up to " + text(end_of(operation).count), "up to " + text(length.count),
                   "touch what the map covers"};
}

Verdict WorkloadState::check_process(const Workload::Operation& operation) const {
  const bool starts = operation.verb == Verb::kStart;
  if (operation.object >= lives_.size())
    return Objection{"process " + text(operation.object), range(lives_.size()),
                     "add it to the head, or correct the number"};
  if (lives_[operation.object] == (starts ? Life::kUnborn : Life::kGone)) return {};
  if (starts)
    return Objection{"process " + text(operation.object) + " started again", "each once, 0 never",
                     "remove the line"};
  return Objection{"a wait for process " + text(operation.object) + ", which has not ended",
                   "processes after their exit", "restore the order of the lines"};
}

void WorkloadState::apply(const Workload::Operation& operation) {
  const std::uint32_t object = operation.object;
  if (operation.verb == Verb::kWrite) grow(object, std::max(sizes_[object], end_of(operation)));
  if (operation.verb == Verb::kTruncate) grow(object, operation.length);
  if (operation.verb == Verb::kUnmap) mapped_[object] = false;
  if (operation.verb == Verb::kStart) lives_[object] = Life::kRunning;
  if (operation.verb == Verb::kExit) lives_[operation.process] = Life::kGone;
}

void WorkloadState::grow(std::uint32_t file, Bytes size) {
  sizes_[file] = size;
  workload_.files[file].largest = std::max(workload_.files[file].largest, size);
}

Verdict WorkloadState::finish() const {
  const auto unborn = std::find(lives_.begin(), lives_.end(), Life::kUnborn);
  if (unborn == lives_.end()) return {};
  return Objection{"process " + text(unborn - lives_.begin()) + " is never started",
                   "processes that are started", "remove it from the head, or add its start"};
}

}  // namespace flybar::experiments
