#include "models/pm/channel.h"

#include <array>
#include <cerrno>
#include <cstring>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"

namespace flybar::pm {
namespace {

using layout::HostStatus;
using layout::QueueEntry;

constexpr host::Label kCall{"pm call", host::Share::kUser};
constexpr host::Label kHit{"pin hit", host::Share::kUser};
constexpr host::Label kCopy{"copy", host::Share::kUser};
constexpr host::PollPolicy kPolling{Time(), 1, Time()};

constexpr std::uint32_t whole_words(std::size_t bytes) {
  return static_cast<std::uint32_t>((bytes + 3) / 4 * 4);
}

/// What a message takes of a receive buffer.
constexpr std::uint32_t received_bytes(std::size_t length) {
  return layout::Message::kSize + static_cast<std::uint32_t>((length + 7) / 8 * 8);
}

}  // namespace

Channel::Channel(Nic& nic, unsigned number)
    : nic_(nic),
      number_(number),
      memory_(nic.cpu().memory(), nic.cpu().params().memory),
      send_buffer_(nic.cpu().memory(), nic.params().host.send_buffer),
      receive_buffer_(nic.cpu().memory(), nic.params().host.receive_buffer),
      status_(nic.cpu().memory(), Bytes(layout::kShortMost + HostStatus::kSize)),
      pins_(*this, static_cast<std::uint32_t>(nic.params().firmware.pin_entries),
            memory_.page_size()),
      send_ring_(nic.params().host.send_buffer, whole_words(layout::kMtu)),
      receive_ring_(nic.params().host.receive_buffer, received_bytes(layout::kMtu)) {}

Channel::~Channel() = default;

void Channel::open() {
  nic_.open(number_, {send_buffer_.address(), receive_buffer_.address(), status_address(0)});
}

void Channel::close() {
  pins_.release_all();
  nic_.close(number_);
}

/// A call of the library begins: what it finds is that of this instant.
void Channel::begin_call() {
  cpu().spend(cpu().params().program_work(nic_.params().host.call), kCall);
  look();
}

void Channel::look() {
  received_ = status(HostStatus::kReceived);
  failed_ = status(HostStatus::kFailed);
  news_ = status(HostStatus::kNews);
  const Word done = status(HostStatus::kDone);
  for (; done_ != done; ++done_) {
    if (under_way_) under_way_->done(config().node, cpu().now());
    send_used_ -= queued_.front().taken;
    queued_.pop_front();
  }
}

Channel::Word Channel::status(std::uint32_t field) const {
  return host::get_word({status_.bytes() + layout::kShortMost + field, 4});
}

std::uint32_t Channel::status_address(std::uint32_t field) const {
  return static_cast<std::uint32_t>(status_.address()) + layout::kShortMost + field;
}

/// The next message lies in front of host_status. It is the oldest that was not given back.
bool Channel::is_in_front() const {
  return ((news_ ^ turn_) & HostStatus::kNewsTurnMask) != 0;
}

bool Channel::queue_is_full() const {
  return queued_.size() == layout::kQueueEntries;
}

bool Channel::is_a_peer(int node) const {
  return node >= 0 && static_cast<std::uint32_t>(node) < config().nodes &&
         static_cast<std::uint32_t>(node) != config().node;
}

int Channel::get_send_buffer(void** buffer, std::size_t length) {
  asked_ = cpu().now();
  begin_call();
  if (length > layout::kMtu) return EINVAL;
  const std::uint32_t taken = send_ring_.taken_by(whole_words(length));
  if (queue_is_full() || send_used_ + taken > send_ring_.size()) return ENOBUFS;
  length_ = static_cast<std::uint32_t>(length);
  *buffer = send_buffer_.bytes() + send_ring_.at();
  return 0;
}

/// The word that tells the firmware.
Channel::Word Channel::command(int node, Word kind, Word length) const {
  return kind << QueueEntry::kCommandKindShift |
         static_cast<Word>(node) << QueueEntry::kCommandNodeShift | length;
}

int Channel::send(int node) {
  begin_call();
  if (!length_ || !is_a_peer(node)) return EINVAL;
  const std::uint32_t bytes = whole_words(*length_);
  std::memset(send_buffer_.bytes() + send_ring_.at() + *length_, 0, bytes - *length_);
  std::array<std::uint8_t, 8> words;
  const std::uint32_t place = send_ring_.at();
  host::put_word(words, place);
  host::put_word(std::span(words).subspan(4), command(node, layout::kKindMessage, *length_));
  cpu().store(nic_.queue_entry(number_, given_, QueueEntry::kLocal), words);
  const std::uint32_t taken = send_ring_.taken_by(bytes);
  send_ring_.advance(bytes);
  send_used_ += taken;
  queued_.push_back({taken});
  ++given_;
  const Bytes length(*length_);
  length_.reset();
  tell_consumed();
  cpu().sync();
  const auto local = static_cast<std::uint32_t>(send_buffer_.address()) + place;
  tell_sent({false, static_cast<std::uint32_t>(node), local, length, asked_, software_time()});
  return 0;
}

void Channel::tell_sent(const UnderWay::Entry& entry) {
  if (under_way_) under_way_->sent(config().node, entry);
}

int Channel::send_done() {
  begin_call();
  if (done_ != given_) return EBUSY;
  if (failed_ == reported_) return 0;
  reported_ = failed_;
  return EIO;
}

int Channel::receive(void** buffer, std::size_t* length) {
  begin_call();
  if (received_ == consumed_) {
    tell_consumed();
    return ENOBUFS;
  }
  if (is_in_front()) {
    source_ = static_cast<int>(status(HostStatus::kSource) >> layout::WireHeader::kSourceNodeShift);
    *length = news_ & HostStatus::kNewsLengthMask;
    *buffer = status_.bytes() + layout::kShortMost - whole_words(*length);
    return see(*length);
  }
  const std::uint8_t* message = receive_buffer_.bytes() + receive_ring_.at();
  const std::span<const std::uint8_t> head(message, layout::Message::kSize);
  source_ = static_cast<int>(host::get_word(head) >> layout::WireHeader::kSourceNodeShift);
  *length = host::get_word(head.subspan(layout::Message::kLength));
  *buffer = receive_buffer_.bytes() + receive_ring_.at() + layout::Message::kSize;
  return see(*length);
}

/// The same message may be asked for again.
int Channel::see(std::size_t length) {
  if (!seen_) seen_ = {cpu().now(), Bytes(static_cast<std::int64_t>(length))};
  return 0;
}

int Channel::put_receive_buffer() {
  begin_call();
  if (received_ == consumed_) return EINVAL;
  if (is_in_front())
    give_back_front();
  else
    give_back_oldest();
  if (consumed_ - told_ > receive_ring_.size() / 4) tell_consumed();
  cpu().sync();
  if (under_way_ && seen_)
    under_way_->received(config().node, source_, seen_->length, seen_->at, software_time());
  seen_.reset();
  return 0;
}

/// Not while a process hurries to answer: behind the doorbell of its answer, when it finds nothing
/// more to receive, or when much is to be told.
void Channel::tell_consumed() {
  if (told_ == consumed_) return;
  told_ = consumed_;
  cpu().store_word(nic_.channel(number_, layout::Channel::kConsumed), consumed_);
}

void Channel::give_back_front() {
  consumed_ += layout::kShortTaken;
  turn_ ^= HostStatus::kNewsTurnMask;
}

void Channel::give_back_oldest() {
  const std::uint8_t* message = receive_buffer_.bytes() + receive_ring_.at();
  const std::uint32_t bytes =
      received_bytes(host::get_word({message + layout::Message::kLength, 4}));
  consumed_ += receive_ring_.taken_by(bytes);
  receive_ring_.advance(bytes);
}

int Channel::lock(const void* address, std::size_t length, pm_handle* handle) {
  const auto begin = memory_.find(address, length);
  if (!begin || length == 0) return EFAULT;
  const auto lock = pins_.lock(*begin, length);
  if (!lock) return ENOSPC;
  if (lock->hit) cpu().spend(cpu().params().program_work(nic_.params().host.pin_hit), kHit);
  const std::uint64_t page = memory_.page_size();
  const std::uint64_t table =
      number_ * static_cast<std::uint64_t>(nic_.params().firmware.pin_entries);
  *handle = (table + lock->area.first) * page + (*begin - lock->area.begin / page * page);
  return 0;
}

int Channel::unlock(const void* address, std::size_t length) {
  const auto begin = memory_.find(address, length);
  return begin && pins_.unlock(*begin, length) ? 0 : ENOENT;
}

void Channel::pin(const Area& area) {
  nic_.pin(number_, memory_, area.begin / memory_.page_size(), area.first, area.pages);
}

void Channel::release(const Area& area) {
  nic_.release(number_, memory_, area.begin / memory_.page_size(), area.first, area.pages);
}

int Channel::write(int node, pm_handle remote, pm_handle local, std::size_t length) {
  const Time begin = cpu().now();
  begin_call();
  constexpr std::uint64_t kMost = 0xffffffff;
  if (!is_a_peer(node) || length == 0 || length > kMost || remote > kMost || local > kMost ||
      (remote | local | length) % 4 != 0)
    return EINVAL;
  if (queue_is_full()) return ENOBUFS;
  std::array<std::uint8_t, QueueEntry::kSize> entry;
  const auto put = [&entry](std::uint32_t at, std::uint64_t value) {
    host::put_word(std::span(entry).subspan(at), static_cast<Word>(value));
  };
  put(QueueEntry::kRemote, remote);
  put(QueueEntry::kLength, length);
  put(QueueEntry::kLocal, local);
  put(QueueEntry::kCommand, command(node, layout::kKindWrite, 0));
  cpu().store(nic_.queue_entry(number_, given_, 0), entry);
  queued_.push_back({0});
  last_write_ = ++given_;
  cpu().sync();
  tell_sent({true, static_cast<std::uint32_t>(node), static_cast<std::uint32_t>(local),
             Bytes(static_cast<std::int64_t>(length)), begin, software_time()});
  return 0;
}

/// A NACK fetches the data again, so they have left for good when they are acknowledged.
int Channel::write_done() {
  begin_call();
  return static_cast<std::int32_t>(done_ - last_write_) < 0 ? EBUSY : 0;
}

void Channel::spend(Time time, const char* label) {
  cpu().spend(cpu().params().program_work(time), {label, host::Share::kUser});
}

void Channel::copy(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  cpu().copied(Bytes(static_cast<std::int64_t>(bytes)), kCopy);
}

void Channel::wait(const char* /*what*/) {
  tell_consumed();
  cpu().sync();
  if (status(HostStatus::kNews) != news_) return;
  cpu().poll_memory(
      status_address(HostStatus::kNews), [this](Word news) { return news != news_; }, kPolling);
}

}  // namespace flybar::pm
