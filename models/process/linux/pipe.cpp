#include "models/process/linux/pipe.h"

#include <utility>

namespace flybar::process {
namespace {

constexpr host::Label kCopy{"copy of a pipe", host::Share::kSystem};

Bytes bytes(std::size_t count) {
  return Bytes(static_cast<std::int64_t>(count));
}

}  // namespace

std::pair<std::shared_ptr<PipeEnd>, std::shared_ptr<PipeEnd>> PipeEnd::pipe(host::Cpu& cpu) {
  const auto channel = std::make_shared<Channel>();
  const auto reader = std::make_shared<PipeEnd>(cpu, channel, nullptr);
  const auto writer = std::make_shared<PipeEnd>(cpu, nullptr, channel);
  reader->other_ = writer;
  writer->other_ = reader;
  return {reader, writer};
}

std::pair<std::shared_ptr<PipeEnd>, std::shared_ptr<PipeEnd>> PipeEnd::pair(host::Cpu& cpu) {
  const auto one = std::make_shared<Channel>(), other = std::make_shared<Channel>();
  const auto first = std::make_shared<PipeEnd>(cpu, one, other);
  const auto second = std::make_shared<PipeEnd>(cpu, other, one);
  first->other_ = second;
  second->other_ = first;
  return {first, second};
}

int PipeEnd::ready() const {
  int found = 0;
  if (in_ && !in_->bytes.empty()) found |= POLLIN;
  if (in_ && in_->writer_gone) found |= out_ ? POLLIN | POLLHUP | POLLRDHUP : POLLHUP;
  if (out_ && out_->room() > 0) found |= POLLOUT;
  if (out_ && out_->reader_gone) found |= POLLOUT | (in_ ? 0 : POLLERR);
  return found;
}

/// It ends with a message that has descriptors, as on Linux.
std::size_t PipeEnd::bytes_of_a_call() const {
  return in_->rights.empty() ? in_->bytes.size() : in_->rights.front().behind - in_->taken;
}

std::int64_t PipeEnd::receive(std::span<std::byte> to, const How& how) {
  if (!in_) return -EBADF;
  if (to.empty()) return 0;
  const Time until = deadline_of(cpu(), how.timeout);
  while (in_->bytes.empty()) {
    if (in_->writer_gone) return 0;
    if (!wait(until)) return -EAGAIN;
  }
  const std::size_t here = std::min({to.size(), in_->bytes.size(), bytes_of_a_call()});
  const auto end = in_->bytes.begin() + static_cast<std::ptrdiff_t>(here);
  std::copy(in_->bytes.begin(), end, to.begin());
  cpu().copied(bytes(here), kCopy);
  if (how.peek) return static_cast<std::int64_t>(here);
  if (!in_->rights.empty() && in_->rights.front().first < in_->taken + here) {
    if (how.rights != nullptr) *how.rights = std::move(in_->rights.front().rights);
    in_->rights.pop_front();
  }
  in_->bytes.erase(in_->bytes.begin(), end);
  in_->taken += here;
  tell_other();
  return static_cast<std::int64_t>(here);
}

std::int64_t PipeEnd::send(std::span<const std::byte> from, const How& how) {
  if (!out_) return -EBADF;
  const Time until = deadline_of(cpu(), how.timeout);
  // Few bytes are not torn, as with any pipe.
  constexpr std::size_t kWhole = 4096;
  const std::size_t least = from.size() <= kWhole ? from.size() : 1;
  while (!out_->reader_gone && out_->room() < least)
    if (!wait(until)) return -EAGAIN;
  if (out_->reader_gone) return -EPIPE;
  const std::size_t here = std::min(from.size(), out_->room());
  cpu().copied(bytes(here), kCopy);
  const std::uint64_t first = out_->taken + out_->bytes.size();
  if (how.rights != nullptr && !how.rights->empty() && here > 0)
    out_->rights.push_back({first, first + here, std::exchange(*how.rights, Rights())});
  out_->bytes.insert(out_->bytes.end(), from.begin(),
                     from.begin() + static_cast<std::ptrdiff_t>(here));
  tell_other();
  return static_cast<std::int64_t>(here);
}

void PipeEnd::close() {
  shut_down(true, true);
}

int PipeEnd::shut_down(bool receiving, bool sending) {
  if (receiving && in_) {
    in_->reader_gone = true;
    in_->rights.clear();
  }
  if (sending && out_) out_->writer_gone = true;
  tell_other();
  return 0;
}

void PipeEnd::tell_other() {
  if (const auto other = other_.lock()) other->changed();
}

}  // namespace flybar::process
