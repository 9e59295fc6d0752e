#include "models/gmsnet/call_table.h"

namespace flybar::gmsnet {

CallTable::CallTable(std::int64_t records, std::int64_t nonblocking)
    : records_(static_cast<std::size_t>(records)),
      most_nonblocking_(static_cast<std::size_t>(nonblocking)) {
  for (std::size_t i = 0; i < records_.size(); ++i) {
    records_[i].id = static_cast<CallId>(i);
    free_.push_back(i);
  }
}

CallRecord* CallTable::allocate(bool nonblocking) {
  if (free_.empty()) return nullptr;
  const std::size_t i = free_.front();
  free_.pop_front();
  const auto next = records_[i].id + static_cast<CallId>(records_.size());
  records_[i] = CallRecord{};
  records_[i].id = next;
  records_[i].used = true;
  records_[i].nonblocking = nonblocking;
  if (nonblocking) nonblocking_.push_back(i);
  return &records_[i];
}

CallRecord* CallTable::find(CallId id) {
  CallRecord& record = records_[index(id)];
  return record.used && record.id == id ? &record : nullptr;
}

void CallTable::free(CallRecord& record) {
  const std::size_t i = index(record.id);
  record.used = false;
  record.continuations.clear();
  no_longer_waits(record);
  free_.push_back(i);
}

CallRecord* CallTable::oldest_nonblocking() {
  return nonblocking_.empty() ? nullptr : &records_[nonblocking_.front()];
}

}  // namespace flybar::gmsnet
