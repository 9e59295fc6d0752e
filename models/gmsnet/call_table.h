/// The calls of one node that wait for their replies.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <vector>

#include "models/gmsnet/net.h"
#include "models/host/cpu/cpu.h"

namespace flybar::gmsnet {

struct CallRecord {
  CallId id = 0;
  bool used = false;
  bool done = false;  ///< the reply is there
  Expected expected;
  PageToken token = 0;
  Reply reply;
  host::Signal replied{"reply"};
  bool nonblocking = false;
  Continuations continuations;
  Time begin;
};

class CallTable {
 public:
  CallTable(std::int64_t records, std::int64_t nonblocking);

  /// A free record under a new id; null if there is none.
  CallRecord* allocate(bool nonblocking);
  /// Null if that call is over.
  CallRecord* find(CallId id);
  void free(CallRecord& record);
  /// Its reply is there: it is not the oldest of those that wait any more.
  void no_longer_waits(CallRecord& record) { nonblocking_.remove(index(record.id)); }
  /// The nonblocking call that has waited longest; null if there is none.
  CallRecord* oldest_nonblocking();
  bool nonblocking_full() const { return nonblocking_.size() >= most_nonblocking_; }

 private:
  std::size_t index(CallId id) const { return id % records_.size(); }

  std::vector<CallRecord> records_;
  std::deque<std::size_t> free_;        ///< the one freed last is used last
  std::list<std::size_t> nonblocking_;  ///< the oldest first
  std::size_t most_nonblocking_;
};

}  // namespace flybar::gmsnet
