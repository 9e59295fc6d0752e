#include "models/lan/ring/receiver.h"

#include <algorithm>
#include <utility>

namespace flybar::lan {

namespace {
using Layout = regs::Descriptor;

std::uint32_t whole_words(std::uint32_t bytes) {
  return (bytes + pci::kWord - 1) / pci::kWord * pci::kWord;
}
}  // namespace

Receiver::Receiver(const CardSide& card, const std::string& name)
    : card_(card),
      look_(card.agenda, [this](Time now) { card_.serve(now); }),
      full_(card.agenda, [this](Time now) { overflow(now); }),
      told_(card.agenda, [this](Time now) { tell_host(now); }),
      store_track_(card.observer.declare({.name = name + ".store",
                                          .lanes = {{Lane::kWritesHost, "write"}},
                                          .block = Block::kEngine,
                                          .row = Row::kHostTransfers})),
      receive_track_(card.observer.declare({.name = name + ".receive",
                                            .lanes = {{Lane::kReceives, "receive"}},
                                            .block = Block::kEngine,
                                            .row = Row::kReceives})) {}

void Receiver::set_base(std::uint32_t base) {
  ring_.base = base;
  ring_.next = 0;
  has_descriptor_ = false;
}

void Receiver::set_length(std::uint32_t length) {
  ring_.length = length;
}

std::uint64_t Receiver::message(std::uint32_t place) const {
  const auto found = messages_.find(place);
  return found == messages_.end() ? 0 : found->second;
}

void Receiver::demand(Time now) {
  demanded_ = true;
  card_.serve(now);
}

/// When the card begins to do something about it.
Time Receiver::attention(const Coming& one) const {
  if (network_->line().cells()) return end_of(one);
  const auto threshold = static_cast<std::size_t>(card_.params.threshold.count);
  return one.begin + network_->line().at(std::min(threshold, one.frame.bytes.size()));
}

/// Perhaps ahead of the node, which has not come to the first act of the card.
void Receiver::arrives(Frame frame, Time begin) {
  frames_.push_back({std::move(frame), begin});
  if (frames_.size() == 1) begin_front();
  watch_fifo();
}

void Receiver::begin_front() {
  stage_ = Stage::kWaiting;
  if (!frames_.empty()) look_.set(attention(frames_.front()));
}

std::optional<Work> Receiver::next_work(Time now) {
  if (frames_.empty() || attention(frames_.front()) > now) {
    if (!std::exchange(demanded_, false) || has_descriptor_ || ring_.length == 0)
      return std::nullopt;
    return descriptor_work();
  }
  if (stage_ == Stage::kWaiting) {
    if (has_descriptor_)
      begin_storing();
    else
      stage_ = Stage::kLooking;
    storing_ = now;
  }
  if (stage_ == Stage::kLooking) {
    if (ring_.length > 0) return descriptor_work();
    take_descriptor(now);  // there is no ring
    return std::nullopt;
  }
  return frames_.front().stored < frames_.front().data ? data_work(now) : status_work(now);
}

Work Receiver::descriptor_work() {
  on_bus_ = OnBus::kDescriptor;
  return {false, ring_.address(ring_.next), descriptor_.bytes};
}

/// A burst when so much is there, or the end of the buffer or the frame.
std::optional<Work> Receiver::data_work(Time now) {
  const Coming& one = frames_.front();
  const auto burst = static_cast<std::size_t>(card_.params.burst.count);
  const std::size_t wanted = std::min({burst, std::size_t{left_}, one.data - one.stored});
  const Time there = one.begin + network_->line().at(one.stored + wanted);
  if (there > now) {
    look_.set(there);
    return std::nullopt;
  }
  on_bus_ = OnBus::kData;
  moving_ = static_cast<std::uint32_t>(wanted);
  const auto first = one.frame.bytes.begin() + static_cast<std::ptrdiff_t>(one.stored);
  data_.assign(first, first + static_cast<std::ptrdiff_t>(wanted));
  data_.resize(whole_words(moving_));
  return Work{true, at_, data_};
}

std::optional<Work> Receiver::status_work(Time now) {
  const Coming& one = frames_.front();
  if (const Time end = end_of(one); end > now) {
    look_.set(end);
    return std::nullopt;
  }
  const bool sound = is_sound(one);
  card_.counters.damaged += sound ? 0 : 1;
  card_.counters.too_long += one.too_long ? 1 : 0;
  status_ = static_cast<std::uint32_t>(one.data) | (sound ? 0 : Layout::kStatusDamagedMask) |
            (one.too_long ? Layout::kStatusTooLongMask : 0);
  on_bus_ = OnBus::kStatus;
  data_.assign(pci::kWord, 0);
  host::put_word(data_, status_);
  return Work{true, ring_.address(ring_.next) + Layout::kStatus, data_};
}

bool Receiver::is_sound(const Coming& one) const {
  return network_->line().cells() ? aal5::length_of(one.frame.bytes).has_value()
                                  : ethernet::is_sound(one.frame.bytes);
}

void Receiver::work_done(Time now) {
  const OnBus done = std::exchange(on_bus_, OnBus::kNothing);
  if (done == OnBus::kDescriptor) return take_descriptor(now);
  if (frames_.front().dropped) return finish_front(now);
  if (done == OnBus::kStatus) return end_frame(now);
  Coming& one = frames_.front();
  one.stored += moving_;
  at_ += moving_;
  left_ -= moving_;
  if (left_ == 0 && buffer_ == 0) begin_buffer(1);
  watch_fifo();
}

void Receiver::take_descriptor(Time now) {
  has_descriptor_ = ring_.length > 0 && descriptor_.is_owned();
  if (stage_ != Stage::kLooking) return;
  if (frames_.front().dropped) return finish_front(now);
  if (has_descriptor_) return begin_storing();
  ++card_.counters.no_descriptor;
  finish_front(now);
  card_.interrupt(regs::kInterruptReceived, now);
}

void Receiver::begin_storing() {
  Coming& one = frames_.front();
  stage_ = Stage::kStoring;
  begin_buffer(descriptor_.length(0) > 0 ? 0 : 1);
  // The status says no more.
  const std::size_t room =
      std::min<std::size_t>(descriptor_.length(0) + descriptor_.length(1),
                            Layout::kStatusLengthMask >> Layout::kStatusLengthShift);
  const std::size_t size = one.frame.bytes.size();
  const std::size_t data = network_->line().cells()
                               ? aal5::length_of(one.frame.bytes).value_or(size)
                               : size - ethernet::kCheck;
  one.data = std::min(data, room);
  one.too_long = data > room;
}

void Receiver::begin_buffer(unsigned buffer) {
  buffer_ = buffer;
  at_ = descriptor_.address(buffer);
  left_ = descriptor_.length(buffer);
}

/// Its descriptor has been given to the host.
void Receiver::end_frame(Time now) {
  const Coming& one = frames_.front();
  ++card_.counters.received;
  messages_[ring_.next] = one.frame.message;
  ring_.pass(descriptor_);
  has_descriptor_ = false;
  card_.observer.on(Activity{receive_track_, one.begin, end_of(one), "receive", one.frame.message,
                             static_cast<std::int64_t>(one.frame.bytes.size())});
  card_.observer.on(Activity{store_track_, storing_, now, "write", one.frame.message,
                             static_cast<std::int64_t>(one.data)});
  const bool damaged = (status_ & Layout::kStatusDamagedMask) != 0;
  card_.observer.on(Packet{card_.packets, one.begin, end_of(one), false, one.frame.message,
                           std::span(one.frame.bytes).first(one.data),
                           damaged ? "damaged" : std::string_view()});
  finish_front(now);
  if (++untold_ >= card_.params.interrupt_frames) return tell_host(now);
  if (untold_ == 1) told_.set(now + card_.params.interrupt_delay);
}

void Receiver::tell_host(Time now) {
  untold_ = 0;
  told_.cancel();
  card_.interrupt(regs::kInterruptReceived, now);
}

void Receiver::finish_front(Time now) {
  frames_.pop_front();
  begin_front();
  if (!frames_.empty() && attention(frames_.front()) <= now) look_.cancel(), card_.serve(now);
  watch_fifo();
}

/// The first frame of which a byte will find the FIFO full, unless more of it is emptied, and when.
Receiver::Overflow Receiver::next_overflow() {
  const auto fifo = static_cast<std::size_t>(card_.params.fifo.count);
  std::size_t before = 0;  // of earlier frames
  for (auto one = frames_.begin(); one != frames_.end(); ++one) {
    if (one->dropped) continue;
    const std::size_t size = one->frame.bytes.size();
    const std::size_t most = (before < fifo ? fifo - before : 0) + one->stored;
    if (most < size) {
      const Time full = one->begin + network_->line().at(most + 1);
      return {one, std::max(full, one->begin + network_->earliest_act())};
    }
    before += size - one->stored;
  }
  return {frames_.end(), Time::never()};
}

void Receiver::watch_fifo() {
  const Overflow next = next_overflow();
  next.frame == frames_.end() ? full_.cancel() : full_.set(next.at);
}

/// The frame that is coming is lost.
void Receiver::overflow(Time now) {
  const auto coming = next_overflow().frame;
  ++card_.counters.fifo_full;
  coming->dropped = true;
  if (coming != frames_.begin()) {
    frames_.erase(coming);
  } else if (on_bus_ == OnBus::kNothing) {
    finish_front(now);
    return card_.serve(now);
  }
  watch_fifo();
}

}  // namespace flybar::lan
