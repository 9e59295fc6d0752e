#include "models/lanai/ipt/ipt.h"

namespace flybar::lanai {

/// A token of 0 names no entry: it stands for a packet without one.
void Ipt::take() {
  Entry& found = entry(*token_);
  hit_ = *token_ != 0 && found.token == *token_ && found.consumed != *token_;
  address_ = hit_ ? found.address : 0;
  length_ = hit_ ? found.length : 0;
  if (hit_) found.consumed = *token_;
}

std::uint32_t Ipt::host_read(std::uint32_t offset) const {
  const Entry& found = table_[offset / ipt_regs::Entry::kSize];
  return found.*kWords[offset % ipt_regs::Entry::kSize / 4];
}

void Ipt::host_write(std::uint32_t offset, std::uint32_t value) {
  Entry& found = table_[offset / ipt_regs::Entry::kSize];
  found.*kWords[offset % ipt_regs::Entry::kSize / 4] = value;
}

void Ipt::reset() {
  token_at_ = passed_ = address_ = length_ = 0;
  token_.reset();
  hit_ = false;
}

}  // namespace flybar::lanai
