#include "models/lan/ring/transmitter.h"

#include <algorithm>
#include <utility>

#include "models/contracts/message_events.h"

namespace flybar::lan {

namespace {
constexpr std::size_t kAhead = 2;  ///< frames in the FIFO, that on the line among them
}

Transmitter::Transmitter(const CardSide& card, const std::string& name)
    : card_(card),
      on_line_(card.agenda, [this](Time now) { line_event(now); }),
      room_(card.agenda, [this](Time now) { card_.serve(now); }),
      fetch_track_(card.observer.declare({.name = name + ".fetch",
                                          .lanes = {{Lane::kReadsHost, "read"}},
                                          .block = Block::kEngine,
                                          .row = Row::kHostTransfers})),
      send_track_(card.observer.declare({.name = name + ".send",
                                         .lanes = {{Lane::kSends, "send"}},
                                         .block = Block::kEngine,
                                         .row = Row::kSends})) {}

void Transmitter::connect(Network& network, std::size_t port) {
  network_ = &network;
  port_ = port;
}

void Transmitter::demand(Time now) {
  demanded_ = true;
  card_.serve(now);
}

std::optional<Work> Transmitter::next_work(Time now) {
  if (!closing_.empty()) {
    on_bus_ = OnBus::kStatus;
    data_.assign(pci::kWord, 0);
    return Work{true, closing_.front().address, data_};
  }
  if (fetch_ == Fetch::kBuffers) return data_work(now);
  if (fetch_ == Fetch::kNothing && demanded_ && ring_.length > 0) {
    demanded_ = false;
    fetch_ = Fetch::kDescriptor;
  }
  const bool ahead = frames_.size() == kAhead && frames_.back().whole;
  if (fetch_ != Fetch::kDescriptor || ahead || holds(ring_.next)) return std::nullopt;
  return descriptor_work();
}

/// It has not gone back to the host, so that what it says has been done.
bool Transmitter::holds(std::uint32_t descriptor) const {
  const auto is_it = [&](const Close& one) { return one.address == ring_.address(descriptor); };
  return std::any_of(closing_.begin(), closing_.end(), is_it) ||
         std::any_of(frames_.begin(), frames_.end(), [&](const Sending& one) {
           return std::count(one.descriptors.begin(), one.descriptors.end(), descriptor) > 0;
         });
}

Work Transmitter::descriptor_work() {
  on_bus_ = OnBus::kDescriptor;
  return {false, ring_.address(ring_.next), descriptor_.bytes};
}

/// Whole words, up to the end of a burst. While the FIFO empties, the card waits until it has room
/// for all of that.
std::optional<Work> Transmitter::data_work(Time now) {
  const auto burst = static_cast<std::uint32_t>(card_.params.burst.count);
  const auto fifo = static_cast<std::size_t>(card_.params.fifo.count);
  skipped_ = at_ % pci::kWord;
  const std::uint32_t wanted = std::min(left_, burst - skipped_);
  const std::size_t room = fifo - in_fifo(now);
  fetching_ = static_cast<std::uint32_t>(std::min<std::size_t>(wanted, room));
  if (room < wanted && line_ == LineState::kBusy) {
    const std::size_t gone = left_by(now) + (wanted - room);
    // Else there is room when the frame has ended.
    if (gone <= frames_.front().bytes.size()) room_.set(begin_ + network_->line().at(gone));
    return std::nullopt;
  }
  if (fetching_ == 0) return std::nullopt;
  on_bus_ = OnBus::kData;
  const std::uint32_t words = (skipped_ + fetching_ + pci::kWord - 1) / pci::kWord;
  data_.resize(words * pci::kWord);
  return Work{false, at_ - skipped_, data_};
}

void Transmitter::work_done(Time now) {
  const OnBus done = std::exchange(on_bus_, OnBus::kNothing);
  if (std::exchange(in_vain_, false)) return;
  switch (done) {
    case OnBus::kStatus: {
      const bool interrupts = closing_.front().interrupts;
      closing_.pop_front();
      if (interrupts) card_.interrupt(regs::kInterruptSent, now);
      return;
    }
    case OnBus::kDescriptor:
      return take_descriptor(now);
    case OnBus::kData:
      return take_data(now);
    case OnBus::kNothing:
      return;
  }
}

void Transmitter::take_descriptor(Time now) {
  if (!descriptor_.is_owned()) {
    fetch_ = Fetch::kNothing;
    return;
  }
  if (frames_.empty() || frames_.back().whole) {
    Sending& one = frames_.emplace_back();
    one.circuit = descriptor_.circuit();
    one.message = message_id(port_, ++serial_);
    one.begun = now;
  }
  frames_.back().descriptors.push_back(ring_.next);
  fetch_ = Fetch::kBuffers;
  buffer_ = 0;
  begin_buffers();
  skip_empty_buffers(now);
}

void Transmitter::begin_buffers() {
  at_ = descriptor_.address(buffer_);
  left_ = descriptor_.length(buffer_);
}

void Transmitter::take_data(Time now) {
  const auto first = data_.begin() + skipped_;
  Sending& one = frames_.back();
  one.bytes.insert(one.bytes.end(), first, first + fetching_);
  at_ += fetching_;
  left_ -= fetching_;
  if (frames_.size() == 1 && line_ == LineState::kBusy) watch_line();
  skip_empty_buffers(now);
  try_start(now);
}

void Transmitter::skip_empty_buffers(Time now) {
  if (left_ > 0) return;
  if (buffer_ == 0 && descriptor_.length(1) > 0) {
    buffer_ = 1;
    return begin_buffers();
  }
  end_descriptor(now);
}

void Transmitter::end_descriptor(Time now) {
  fetch_ = Fetch::kDescriptor;
  ring_.pass(descriptor_);
  if (!descriptor_.is_last()) return;
  Sending& one = frames_.back();
  one.whole = true;
  one.interrupts = descriptor_.interrupts();
  card_.observer.on(Activity{fetch_track_, one.begun, now, "read", one.message,
                             static_cast<std::int64_t>(one.bytes.size())});
  if (frames_.size() == 1 && line_ == LineState::kBusy) watch_line();
  try_start(now);
}

/// Bytes of the frame on the line that have left the FIFO.
std::size_t Transmitter::left_by(Time now) const {
  if (line_ != LineState::kBusy) return 0;
  return std::min(network_->line().passed(now - begin_), frames_.front().bytes.size());
}

std::size_t Transmitter::in_fifo(Time now) const {
  std::size_t all = 0;
  for (const Sending& one : frames_) all += one.bytes.size();
  return all - left_by(now);
}

bool Transmitter::is_ready() const {
  const Sending& one = frames_.front();
  if (one.whole) return true;
  if (network_->takes_whole()) return false;
  const Bytes there(static_cast<std::int64_t>(one.bytes.size()));
  return there >= (one.again ? card_.params.fifo : card_.params.threshold);
}

void Transmitter::try_start(Time now) {
  if (line_ != LineState::kIdle || frames_.empty() || !is_ready()) return;
  // On a cable the network knows when it is free.
  if (free_ > now) return on_line_.set(free_);
  begin(now);
}

void Transmitter::begin(Time now) {
  if (!network_->takes_whole()) {
    line_ = LineState::kBusy;
    begin_ = now;
    network_->begins(port_, now);
    return watch_line();
  }
  const bool cable = network_->params().shape == Shape::kCable;
  line_ = cable ? LineState::kAsked : LineState::kBusy;
  begin_ = now;
  network_->queues(port_, frame(), now);
  if (!cable) watch_line();
}

void Transmitter::leaves(Time begin) {
  line_ = LineState::kBusy;
  begin_ = begin;
  watch_line();
  room_.set(begin + network_->earliest_act());
}

/// As it is on the line.
Frame Transmitter::frame() const {
  const Sending& one = frames_.front();
  Frame made{one.bytes, one.circuit, one.message};
  network_->params().cells() ? aal5::close(made.bytes) : ethernet::close(made.bytes);
  return made;
}

/// The frame on the line ends, or runs dry if nothing comes: a byte that has come when the line
/// wants it is in time.
void Transmitter::watch_line() {
  const Sending& one = frames_.front();
  const Line& line = network_->line();
  if (!one.whole) return on_line_.set(begin_ + line.at(one.bytes.size()) + Time::ps(1));
  const std::size_t length =
      line.cells() ? aal5::padded(one.bytes.size())
                   : std::max(one.bytes.size() + ethernet::kCheck, ethernet::kShortest);
  on_line_.set(begin_ + line.at(length));
}

void Transmitter::line_event(Time now) {
  if (line_ == LineState::kBusy) frames_.front().whole ? end_frame(now) : run_dry(now);
  try_start(now);
  card_.serve(now);
}

/// The line gets the rest of a frame with a wrong check, which the switch drops.
void Transmitter::run_dry(Time now) {
  Sending& one = frames_.front();
  ++card_.counters.underruns;
  Frame cut{one.bytes, one.circuit, one.message};
  network_->ends(port_, std::move(cut), begin_, now);
  line_ = LineState::kIdle;
  free_ = now + network_->line().gap();
  one.bytes.clear();
  one.again = true;
  ring_.next = one.descriptors.front();
  one.descriptors.clear();
  fetch_ = Fetch::kDescriptor;
  in_vain_ = on_bus_ == OnBus::kData || on_bus_ == OnBus::kDescriptor;
}

void Transmitter::end_frame(Time now) {
  const Sending& one = frames_.front();
  Frame sent = frame();
  card_.observer.on(Activity{send_track_, begin_, now, "send", one.message,
                             static_cast<std::int64_t>(one.bytes.size())});
  const std::size_t shown =
      network_->params().cells() ? one.bytes.size() : sent.bytes.size() - ethernet::kCheck;
  card_.observer.on(
      Packet{card_.packets, begin_, now, true, one.message, std::span(sent.bytes).first(shown)});
  if (!network_->takes_whole()) network_->ends(port_, std::move(sent), begin_, now);
  ++card_.counters.sent;
  for (const std::uint32_t place : one.descriptors)
    closing_.push_back({ring_.address(place), false});
  closing_.back().interrupts = one.interrupts;
  frames_.pop_front();
  line_ = LineState::kIdle;
  free_ = now + network_->line().gap();
}

const char* Transmitter::doing() const {
  if (line_ == LineState::kBusy) return "sends a frame";
  if (line_ == LineState::kAsked) return "waits for the cable";
  return frames_.empty() ? "has nothing to send" : "fetches a frame";
}

}  // namespace flybar::lan
