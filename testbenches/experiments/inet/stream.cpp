#include "testbenches/experiments/inet/stream.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "testbenches/experiments/measure/messages/steady_state.h"

namespace flybar::experiments {

using inet::Datagrams;
using inet::Listener;

namespace {

/// After the last datagram: those that are on their way have come by then.
constexpr Time kSilence = Time::ms(100);
constexpr Time kDrainPause = Time::ms(1);

}  // namespace

/// Twice the socket buffer, as both ends have one.
NetperfStream::Window NetperfStream::window_of(const NetperfSetup& setup) {
  const auto full = 2 * static_cast<std::uint64_t>(setup.socket_buffer.count);
  const std::uint64_t end = full + static_cast<std::uint64_t>(setup.amount.count);
  return {.begin = full, .end = end, .all = end + full};
}

NetperfStream::NetperfStream(const Context& context, const NetperfSetup& setup)
    : bench_(context, setup),
      send_size_(setup.size(setup.send_size)),
      ring_(static_cast<std::size_t>(setup.socket_buffer.count) / send_size_ + 1),
      window_(window_of(setup)),
      sending_("sender", bench_.hosts.inet(setup.sender()),
               {ring_, send_size_, static_cast<std::size_t>(setup.align.count)}),
      receiving_("receiver", bench_.hosts.inet(setup.receiver()),
                 {2, setup.size(setup.receive_size), static_cast<std::size_t>(setup.align.count)}) {
}

void NetperfStream::send_stream() {
  const host::Cpu& cpu = bench_.hosts.inet(bench_.setup.sender()).cpu();
  for (std::uint64_t number = 0; number < ring_; ++number) sending_.fill(content_, number);
  const auto connection = bench_.connect(bench_.setup.sender());
  for (std::uint64_t number = 0; sent_ < window_.all; ++number) {
    const std::size_t length = std::min<std::uint64_t>(send_size_, window_.all - sent_);
    count_sending(length);
    if (writes()) sending_.write(content_, number);
    const Time begin = cpu.now();
    const auto sent = connection->send(bench_.policy(bench_.setup.sender()),
                                       sending_.buffer(number), length, kStuck);
    if (sent != static_cast<std::int64_t>(length)) bench_.refuse("send", sent, cpu.now() - begin);
    sent_ += length;
  }
  count_sent();
  connection->close();
  sent_copies_ = connection->counters().sent;
}

/// Before a call that sends so much: whole calls count of the sender, from that which passes the
/// begin of the window to the one before that which passes its end.
void NetperfStream::count_sending(std::size_t length) {
  if (!sender_.begun && sent_ + length >= window_.begin) {
    bench_.begin(bench_.setup.sender());
    sender_ = {.begun = true, .bytes = sent_};
  } else if (sender_.begun && sent_ + length >= window_.end) {
    count_sent();
  }
}

/// All that is sent by now counts, if it is not over already.
void NetperfStream::count_sent() {
  if (sender_.ended) return;
  bench_.end(bench_.setup.sender());
  sender_.ended = true;
  sender_.bytes = sent_ - sender_.bytes;
}

void NetperfStream::receive_stream() {
  inet::Inet& inet = bench_.hosts.inet(bench_.setup.receiver());
  Listener listener(inet);
  if (const int error = listener.listen(NetperfBench::kPort, 1)) bench_.refuse("listen", -error);
  for (std::uint64_t number = 0; number < 2; ++number) receiving_.fill(content_, number);
  const auto connection = listener.accept(kStuck);
  if (!connection) bench_.refuse("accept", -ETIMEDOUT);
  const std::size_t size = receiving_.shape().size;
  for (std::uint64_t number = 0;; ++number) {
    std::size_t done = 0;
    while (done < size) {
      const auto came = connection->receive(bench_.policy(bench_.setup.receiver()),
                                            receiving_.buffer(number) + done, size - done, kStuck);
      if (came < 0) bench_.refuse("receive", came);
      if (came == 0) break;
      const auto length = static_cast<std::size_t>(came);
      receiving_.check(content_, number, done, length, received_,
                       {send_size_, writes() ? ~0ULL : ring_});
      received_ += length, done += length;
      count_received(received_);
    }
    if (done < size) break;
  }
  if (received_ != window_.all) bench_.refuse("the stream", static_cast<std::int64_t>(received_));
  connection->close();
  listener.close();
  received_copies_ = connection->counters().received;
}

/// A call has brought all up to byte `now` of the stream. What counts of the receiver begins and
/// ends with the calls that pass the begin and the end of the window.
void NetperfStream::count_received(std::uint64_t now) {
  const std::size_t receiver = bench_.setup.receiver();
  bench_.testbed.progress(static_cast<std::int64_t>(now), static_cast<std::int64_t>(window_.all));
  if (!receiver_.begun && now >= window_.begin) {
    bench_.begin(receiver);
    receiver_ = {.begun = true, .bytes = now};
  } else if (receiver_.begun && !receiver_.ended && now >= window_.end) {
    bench_.end(receiver);
    receiver_.ended = true;
    receiver_.bytes = now - receiver_.bytes;
  }
}

Results NetperfStream::run() {
  const bool tcp = bench_.setup.tcp();
  bench_.run_on(bench_.setup.receiver(),
                [this, tcp] { tcp ? receive_stream() : receive_datagrams(); });
  bench_.run_on(bench_.setup.sender(), [this, tcp] { tcp ? send_stream() : send_datagrams(); });
  bench_.testbed.run();
  return results();
}

Results NetperfStream::results() {
  Results results;
  const double us = bench_.costs[bench_.setup.receiver()].elapsed();
  const auto bytes = static_cast<double>(receiver_.bytes);
  results.numbers = {{"throughput", 8 * bytes / us, "Mb/s"}, {"bandwidth", bytes / us, "MB/s"}};
  const auto sent = static_cast<double>(sender_.bytes);
  if (!bench_.setup.tcp())
    results.numbers.push_back(
        {"sent_throughput", 8 * sent / bench_.costs[bench_.setup.sender()].elapsed(), "Mb/s"});
  bench_.account(results, {sent, bytes}, sent_copies_, received_copies_,
                 sending_.space().copied_on_write());
  note_if_short(results);
  return results;
}

/// A read may bring much at once, so it is asked when packets came, where messages are followed.
void NetperfStream::note_if_short(Results& results) {
  if (!has_firmware(bench_.setup.transport)) return;
  const std::size_t receiver = bench_.setup.receiver();
  if (const auto why = too_short(bench_.testbed.messages().summary().arrivals(),
                                 bench_.link->stack().counted_from(receiver),
                                 bench_.link->stack().counted_to(receiver), "packets", "amount"))
    results.notes.push_back(*why);
}

void NetperfStream::send_datagrams() {
  const std::size_t sender = bench_.setup.sender();
  inet::Inet& inet = bench_.hosts.inet(sender);
  for (std::uint64_t number = 0; number < ring_; ++number) sending_.fill(content_, number);
  Datagrams socket(inet);
  inet.cpu().sleep(kListenPause);
  const Datagrams::Peer to{static_cast<std::uint32_t>(bench_.setup.receiver()),
                           NetperfBench::kPort};
  for (std::uint64_t number = 0; sent_ < window_.all;) {
    count_sending(send_size_);
    if (writes()) sending_.write(content_, number);
    const auto sent = socket.send(bench_.policy(sender), sending_.buffer(number), send_size_, to);
    if (sent == -ENOBUFS) continue;
    if (sent < 0) bench_.refuse("send", sent);
    sent_ += send_size_;
    ++number;
    bench_.testbed.progress(static_cast<std::int64_t>(sent_),
                            static_cast<std::int64_t>(window_.all));
  }
  count_sent();
  // While a process waits, its host gets packets going that the device had no room for.
  host::Signal never("the end of the interface queue");
  while (inet.output().waiting()) inet.wait(never, kDrainPause);
  socket.close();
  sent_copies_ = socket.counters().sent;
}

/// Which datagram came nobody says, as some are lost: its beginning does, and so its place in the
/// stream. What counts are those that came behind the first one of the window, up to the first one
/// behind it; any may be the last that comes at all.
void NetperfStream::take_datagram(std::uint64_t number, std::size_t length) {
  const std::size_t receiver = bench_.setup.receiver();
  const std::uint64_t period = writes() ? ~0ULL : ring_;
  const std::uint64_t sent = receiving_.sent_as(content_, number, length, next_datagram_, period);
  receiving_.check(content_, number, 0, length, sent * send_size_, {send_size_, period});
  next_datagram_ = sent + 1;
  received_ += length;
  if (receiver_.ended) return;
  if (receiver_.begun) {
    receiver_.bytes += length;
    bench_.end(receiver);
    receiver_.ended = next_datagram_ * send_size_ >= window_.end;
  } else if (next_datagram_ * send_size_ >= window_.begin) {
    bench_.begin(receiver);
    receiver_.begun = true;
  }
}

void NetperfStream::receive_datagrams() {
  const std::size_t receiver = bench_.setup.receiver();
  inet::Inet& inet = bench_.hosts.inet(receiver);
  Datagrams socket(inet);
  if (const int error = socket.bind(NetperfBench::kPort)) bench_.refuse("bind", -error);
  for (std::uint64_t number = 0; number < 2; ++number) receiving_.fill(content_, number);
  const std::size_t size = receiving_.shape().size;
  for (std::uint64_t number = 0;; ++number) {
    const auto came = socket.receive(bench_.policy(receiver), receiving_.buffer(number), size,
                                     received_ > 0 ? kSilence : kStuck);
    if (came == -EAGAIN) break;
    if (came < 0) bench_.refuse("receive", came);
    take_datagram(number, static_cast<std::size_t>(came));
  }
  if (receiver_.bytes == 0)
    throw DeliveryError("netperf",
                        std::to_string(received_) +
                            " B of datagrams came, too few of those that "
                            "are measured",
                        "2 datagrams or more behind the first " +
                            quantity::print(Bytes(static_cast<std::int64_t>(window_.begin))),
                        "raise amount, or lower send_size");
  socket.close();
  received_copies_ = socket.counters().received;
}

}  // namespace flybar::experiments
