/// Follows a workload while it is read: what exists, and how large it is, at each operation.
#pragma once

#include <optional>

#include "testbenches/experiments/workload/workload.h"

namespace flybar::experiments {

class WorkloadState {
 public:
  /// Found, allowed, advice.
  struct Objection {
    std::string found;
    std::string allowed;
    std::string advice;
  };
  using Verdict = std::optional<Objection>;

  /// After the head has been read.
  explicit WorkloadState(Workload& workload);

  /// Appends the operation, or says why it is impossible here. Its numbers are within the limits,
  /// its object is not yet known to exist.
  Verdict add(const Workload::Operation& operation);
  /// A map makes the mapping that is its object.
  Verdict add_map(Workload::Operation operation, const Workload::Mapping& mapping);
  /// What is wrong at the end.
  Verdict finish() const;

 private:
  enum class Life : std::uint8_t { kUnborn, kRunning, kGone };

  Verdict check(const Workload::Operation& operation) const;
  Verdict check_acting(std::uint32_t process) const;
  Verdict check_transfer(const Workload::Operation& operation) const;
  Verdict check_mapping(const Workload::Operation& operation) const;
  Verdict check_process(const Workload::Operation& operation) const;
  Verdict check_file(std::uint32_t index) const;
  Verdict keep(const Workload::Operation& operation);
  void apply(const Workload::Operation& operation);
  void grow(std::uint32_t file, Bytes size);

  Workload& workload_;
  std::vector<Bytes> sizes_;
  std::vector<Life> lives_;
  std::vector<bool> mapped_;
  std::int64_t operations_ = 0;
};

}  // namespace flybar::experiments
