#include "models/inet/ip/inet.h"

#include <lwip/ip.h>

#include <algorithm>

#include "models/inet/ip/headers.h"
#include "models/inet/labels.h"

namespace flybar::inet {

using host::Physical;

namespace {

constexpr Time kFastTimer = Time::ms(200), kSlowTimer = Time::ms(500);

}  // namespace

Inet::Inet(const std::string& name, const Parts& parts, const InetParams& params,
           const Setup& setup)
    : parts_(parts),
      params_(params),
      setup_(setup),
      stack_({.node = setup.node,
              .mtu = parts.device.mtu(),
              .socket_buffer = setup.socket_buffer,
              .sums = setup.software_sums && !parts.device.computes_sums(),
              .ack = params.tcp.ack,
              .out_of_order = params.tcp.out_of_order},
             *this),
      segments_(name, parts.cpu, parts.observer),
      pages_(parts.cpu, parts.pool, segments_),
      log_(name, parts.cpu, setup.software_sums || parts.device.computes_sums(), parts.observer),
      output_({parts.cpu, stack_, pages_, log_, segments_}, params),
      fast_(*this, kFastTimer),
      slow_(*this, kSlowTimer) {
  output_.connect(parts.device);
  parts_.device.connect(*this);
  parts_.cpu.soft_interrupt().handle([this](host::Cpu&) { soft_interrupt(); });
  for (Timer* timer : {&fast_, &slow_}) parts_.agenda.schedule(*timer, timer->period);
}

Inet::~Inet() = default;

void Inet::Timer::run(Time now) {
  due = true;
  inet.parts_.cpu.soft_interrupt().request(now);
  inet.parts_.agenda.schedule(*this, now + period);
}

void Inet::begin() {
  if (parts_.cpu.in_handler())
    parts_.cpu.sync();
  else
    parts_.cpu.soft_interrupt().mask();
}

void Inet::end() {
  while (!concerned_.empty()) {
    Concerned& first = *concerned_.back();
    concerned_.pop_back();
    settle(first);
  }
  output_.flush();
  // What the device had no room for before.
  output_.start();
  free_frames();
  hand_over();
  if (!parts_.cpu.in_handler()) parts_.cpu.soft_interrupt().unmask();
}

/// It may be gone when it is settled, unless a process waits for it.
void Inet::settle(Concerned& who) {
  host::Signal* const of_several = who.of_several_;
  who.settle();
  if (of_several == nullptr) return;
  parts_.cpu.spend(params_.socket.wake, kSocketWake);
  parts_.cpu.notify(*of_several);
}

void Inet::free_frames() {
  while (!freed_.empty()) {
    const Physical frame = freed_.back();
    freed_.pop_back();
    --received_;
    parts_.pool.free(frame);
  }
}

bool Inet::wait(host::Signal& signal, Time timeout) {
  if (!output_.waiting()) return parts_.cpu.wait_for(signal, timeout);
  if (!polled_) return poll(signal, timeout);
  bystanders_.push_back(&signal);
  const bool told = parts_.cpu.wait_for(signal, timeout);
  std::erase(bystanders_, &signal);
  return told;
}

bool Inet::poll(host::Signal& signal, Time timeout) {
  polled_ = true;
  const Time pause = std::min(timeout, params_.ip.entry_pause);
  const bool told = parts_.cpu.wait_for(signal, pause);
  if (!told) run([] {});
  polled_ = false;
  if (told || timeout <= pause) hand_over();
  return told || timeout > pause;
}

/// Who got packets going has something else to do.
void Inet::hand_over() {
  if (polled_ || bystanders_.empty() || !output_.waiting()) return;
  host::Signal& next = *bystanders_.front();
  bystanders_.erase(bystanders_.begin());
  parts_.cpu.notify(next);
}

/// In the interrupt handler of the device.
void Inet::arrived(const Arrival& packet) {
  const bool full = input_.size() >= static_cast<std::size_t>(params_.ip.input_queue);
  const bool malformed = packet.head.size() < kLeastIpHeader;
  if (full || malformed) {
    ++(malformed ? counters_.malformed : counters_.queue_full);
    if (packet.frames > 0) parts_.pool.free(packet.frame, packet.frames);
    return;
  }
  Arrived& one = input_.emplace_back(Arrived{{}, packet.head.size(), packet});
  std::copy(packet.head.begin(), packet.head.end(), one.head.begin());
  received_ += packet.frames;
  parts_.cpu.soft_interrupt().request();
}

void Inet::soft_interrupt() {
  for (const auto& work : std::exchange(later_, {})) work();
  run_timers();
  while (!input_.empty()) {
    const Arrived packet = input_.front();
    input_.pop_front();
    take(packet);
  }
}

void Inet::run_timers() {
  const bool fast = std::exchange(fast_.due, false), slow = std::exchange(slow_.due, false);
  if (!fast && !slow) return;
  parts_.cpu.spend(params_.tcp.timer + params_.tcp.timer_connection *
                                           static_cast<std::int64_t>(stack_.connections()),
                   kTcpTimer);
  output_.complete_sent();
  run([&] {
    if (fast) stack_.run_fast_timer();
    if (slow) stack_.run_slow_timer();
  });
}

void Inet::take(const Arrived& packet) {
  const std::span head(packet.head.data(), packet.head_length);
  const Headers headers = read_headers(head);
  const std::size_t length = packet.head_length + packet.packet.length;
  ++counters_.packets;
  if (log_.told()) log(packet);
  const Time begin = segments_.now();
  run([&] { stack_.input(chain(packet)); },
      [&] {
        parts_.cpu.spend(params_.ip.input, kIpInput);
        spend_input(headers, length);
      });
  segments_.tell_since(begin, "input", packet.packet.message);
}

void Inet::log(const Arrived& packet) {
  std::vector<Piece> pieces = {{packet.head.data(), packet.head_length}};
  const auto frame = static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count);
  for (std::uint32_t done = 0; done < packet.packet.length; done += frame) {
    const auto bytes = parts_.cpu.memory().view(packet.packet.frame + done);
    pieces.push_back({bytes.data(), std::min(packet.packet.length - done, frame)});
  }
  log_.packet(pieces, false);
}

/// A packet buffer for the head, and one for each frame behind it that has bytes of the packet.
pbuf* Inet::chain(const Arrived& packet) {
  // Of full length behind its end, too: lwIP's answers quote bytes that may not be there.
  pbuf* head = pbuf_alloc(PBUF_RAW, static_cast<std::uint16_t>(packet.head.size()), PBUF_RAM);
  pbuf_take(head, packet.head.data(), static_cast<std::uint16_t>(packet.head.size()));
  pbuf_realloc(head, static_cast<std::uint16_t>(packet.head_length));
  const auto frame = static_cast<std::uint32_t>(parts_.cpu.memory().frames.frame_size().count);
  std::uint32_t left = packet.packet.length;
  for (std::uint32_t n = 0; n < packet.packet.frames; ++n) {
    const Physical at = packet.packet.frame + n * frame;
    const std::uint32_t here = std::min(left, frame);
    left -= here;
    if (here == 0) {
      freed_.push_back(at);
      continue;
    }
    pbuf_cat(head, ReceivedFrame::make(
                       *this, {at, packet.packet.frames == 1, packet.packet.message},
                       parts_.cpu.memory().view(at).data(), static_cast<std::uint16_t>(here)));
  }
  return head;
}

/// What the layers above IP have done with a packet.
void Inet::spend_input(const Headers& headers, std::size_t length) {
  host::Cpu& cpu = parts_.cpu;
  if (headers.fragment) return cpu.spend(params_.ip.fragment, kIpFragment);
  const bool tcp = headers.protocol == Protocol::kTcp;
  if (!tcp && headers.protocol != Protocol::kUdp) return;
  if (stack_.sums()) {
    cpu.spend(params_.inet.checksum_start, kChecksumStart);
    cpu.scan(Bytes(static_cast<std::int64_t>(std::min(length, headers.total))), kChecksum);
  }
  if (!tcp) return cpu.spend(params_.udp.input, kUdpInput);
  switch (stack_.predicted()) {
    case Stack::Predicted::kData:
      return cpu.spend(params_.tcp.input_data, kTcpInputData);
    case Stack::Predicted::kAck:
      return cpu.spend(params_.tcp.input_ack, kTcpInputAck);
    case Stack::Predicted::kNothing:
      return cpu.spend(params_.tcp.input_slow, kTcpInputSlow);
  }
}

}  // namespace flybar::inet
