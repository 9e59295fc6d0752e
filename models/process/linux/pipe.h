/// A pipe, or one direction of a pair of local sockets.
#pragma once

#include <deque>

#include "models/process/linux/object.h"

namespace flybar::process {

/// Bytes between processes of one host. Copies take the time of copies; there is no other cost
/// than that of the calls.
class Channel {
 public:
  static constexpr std::size_t kRoom = 65536;

  std::deque<std::byte> bytes;
  /// Descriptors, with the bytes of their message, counted from the first ever sent.
  struct WithBytes {
    std::uint64_t first, behind;
    Rights rights;
  };
  std::deque<WithBytes> rights;
  std::uint64_t taken = 0;  ///< bytes so far
  bool reader_gone = false;
  bool writer_gone = false;
  std::size_t room() const { return kRoom - std::min(kRoom, bytes.size()); }
};

/// One end: what comes in by one channel, and goes out by the other. A pipe's have one each.
class PipeEnd final : public LocalObject {
 public:
  PipeEnd(host::Cpu& cpu, std::shared_ptr<Channel> in, std::shared_ptr<Channel> out)
      : LocalObject(cpu), in_(std::move(in)), out_(std::move(out)) {}
  /// Two ends; a pipe's first one is for reading.
  static std::pair<std::shared_ptr<PipeEnd>, std::shared_ptr<PipeEnd>> pipe(host::Cpu& cpu);
  static std::pair<std::shared_ptr<PipeEnd>, std::shared_ptr<PipeEnd>> pair(host::Cpu& cpu);

  int ready() const override;
  std::int64_t receive(std::span<std::byte> to, const How& how) override;
  std::int64_t send(std::span<const std::byte> from, const How& how) override;
  void close() override;
  bool carries_rights() const override { return in_ && out_; }
  int waiting() const override { return in_ ? static_cast<int>(in_->bytes.size()) : 0; }
  int shut_down(bool receiving, bool sending);

 private:
  void tell_other();
  std::size_t bytes_of_a_call() const;

  std::shared_ptr<Channel> in_, out_;
  std::weak_ptr<PipeEnd> other_;
};

}  // namespace flybar::process
