#include "testbenches/experiments/inet/stream.h"

#include <algorithm>
#include <cerrno>

#include "models/common/error.h"
#include "testbenches/experiments/messages/steady_state.h"

namespace flybar::experiments {

using inet::Datagrams;
using inet::Listener;

namespace {

/// After the last datagram: those that are on their way have come by then.
constexpr Time kSilence = Time::ms(100);

}  // namespace

NetperfStream::NetperfStream(const Context& context, const NetperfSetup& setup)
    : bench_(context, setup),
      send_size_(setup.size(setup.send_size)),
      ring_(static_cast<std::size_t>(setup.socket_buffer.count) / send_size_ + 1),
      before_(2 * static_cast<std::uint64_t>(setup.socket_buffer.count)),
      all_(before_ + static_cast<std::uint64_t>(setup.amount.count)),
      sending_("sender", bench_.hosts.inet(setup.sender()),
               {ring_, send_size_, static_cast<std::size_t>(setup.align.count)}),
      receiving_("receiver", bench_.hosts.inet(setup.receiver()),
                 {2, setup.size(setup.receive_size), static_cast<std::size_t>(setup.align.count)}) {
}

void NetperfStream::send_stream() {
  for (std::uint64_t number = 0; number < ring_; ++number) sending_.fill(content_, number);
  const auto connection = bench_.connect(bench_.setup.sender());
  for (std::uint64_t number = 0; sent_ < all_; ++number) {
    const std::size_t length = std::min<std::uint64_t>(send_size_, all_ - sent_);
    if (sent_ < before_ && sent_ + length >= before_) begin_sending();
    if (writes()) sending_.write(content_, number);
    const auto sent = connection->send(bench_.policy(bench_.setup.sender()),
                                       sending_.buffer(number), length, kStuck);
    if (sent != static_cast<std::int64_t>(length)) NetperfBench::refuse("send", sent);
    sent_ += length;
  }
  bench_.end(bench_.setup.sender());
  connection->close();
  sent_copies_ = connection->counters().sent;
}

/// What counts of the sender begins with a call.
void NetperfStream::begin_sending() {
  bench_.begin(bench_.setup.sender());
  sent_before_ = sent_;
}

void NetperfStream::receive_stream() {
  inet::Inet& inet = bench_.hosts.inet(bench_.setup.receiver());
  for (std::uint64_t number = 0; number < 2; ++number) receiving_.fill(content_, number);
  Listener listener(inet);
  if (const int error = listener.listen(NetperfBench::kPort, 1))
    NetperfBench::refuse("listen", -error);
  const auto connection = listener.accept(kStuck);
  if (!connection) NetperfBench::refuse("accept", -ETIMEDOUT);
  const std::size_t size = receiving_.shape().size;
  for (std::uint64_t number = 0;; ++number) {
    std::size_t done = 0;
    while (done < size) {
      const auto came = connection->receive(bench_.policy(bench_.setup.receiver()),
                                            receiving_.buffer(number) + done, size - done, kStuck);
      if (came < 0) NetperfBench::refuse("receive", came);
      if (came == 0) break;
      const auto length = static_cast<std::size_t>(came);
      receiving_.check(content_, number, done, length, received_,
                       {send_size_, writes() ? ~0ULL : ring_});
      count_received(received_, received_ + length);
      received_ += length, done += length;
    }
    if (done < size) break;
  }
  if (received_ != all_) NetperfBench::refuse("the stream", static_cast<std::int64_t>(received_));
  connection->close();
  listener.close();
  received_copies_ = connection->counters().received;
}

void NetperfStream::count_received(std::uint64_t before, std::uint64_t now) {
  const std::size_t receiver = bench_.setup.receiver();
  bench_.testbed.progress(static_cast<std::int64_t>(now), static_cast<std::int64_t>(all_));
  if (before < before_ && now >= before_) {
    bench_.begin(receiver);
    counted_ = now;
  }
  if (now == all_) {
    bench_.end(receiver);
    counted_ = now - counted_;
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
  const auto bytes = static_cast<double>(counted_);
  results.numbers = {{"throughput", us > 0 ? 8 * bytes / us : 0, "Mb/s"},
                     {"bandwidth", us > 0 ? bytes / us : 0, "MB/s"}};
  if (!bench_.setup.tcp()) {
    const double sent_us = bench_.costs[bench_.setup.sender()].elapsed();
    const auto sent = static_cast<double>(sent_ - sent_before_);
    results.numbers.push_back({"sent_throughput", sent_us > 0 ? 8 * sent / sent_us : 0, "Mb/s"});
  }
  bench_.account(results, {static_cast<double>(sent_ - sent_before_), bytes}, sent_copies_,
                 received_copies_, sending_.space().copied_on_write());
  note_if_short(results);
  return results;
}

/// A read may bring much at once, so it is asked when packets came.
void NetperfStream::note_if_short(Results& results) {
  const std::size_t receiver = bench_.setup.receiver();
  if (const auto why = too_short(bench_.testbed.messages().summary().arrivals(),
                                 bench_.stack.counted_from(receiver),
                                 bench_.stack.counted_to(receiver), "packets", "amount"))
    results.notes.push_back(*why);
}

void NetperfStream::send_datagrams() {
  const std::size_t sender = bench_.setup.sender();
  inet::Inet& inet = bench_.hosts.inet(sender);
  for (std::uint64_t number = 0; number < ring_; ++number) sending_.fill(content_, number);
  Datagrams socket(inet);
  // The receiver is there by then.
  inet.cpu().sleep(Time::ms(1));
  const Datagrams::Peer to{static_cast<std::uint32_t>(bench_.setup.receiver()),
                           NetperfBench::kPort};
  for (std::uint64_t number = 0; sent_ < all_;) {
    if (sent_ < before_ && sent_ + send_size_ >= before_) begin_sending();
    if (writes()) sending_.write(content_, number);
    const auto sent = socket.send(bench_.policy(sender), sending_.buffer(number), send_size_, to);
    if (sent == -ENOBUFS) continue;
    if (sent < 0) NetperfBench::refuse("send", sent);
    sent_ += send_size_;
    ++number;
    bench_.testbed.progress(static_cast<std::int64_t>(sent_), static_cast<std::int64_t>(all_));
  }
  bench_.end(sender);
  socket.close();
  sent_copies_ = socket.counters().sent;
}

/// Which datagram came nobody says, as some are lost: its beginning does.
void NetperfStream::check_datagram(std::uint64_t number, std::size_t length) {
  const std::uint64_t period = writes() ? ~0ULL : ring_;
  const std::uint64_t sent = receiving_.sent_as(content_, number, length, next_datagram_, period);
  receiving_.check(content_, number, 0, length, sent * send_size_, {send_size_, period});
  next_datagram_ = sent + 1;
}

void NetperfStream::receive_datagrams() {
  const std::size_t receiver = bench_.setup.receiver();
  inet::Inet& inet = bench_.hosts.inet(receiver);
  for (std::uint64_t number = 0; number < 2; ++number) receiving_.fill(content_, number);
  Datagrams socket(inet);
  if (const int error = socket.bind(NetperfBench::kPort)) NetperfBench::refuse("bind", -error);
  const std::size_t size = receiving_.shape().size;
  bool begun = false;
  for (std::uint64_t number = 0;; ++number) {
    const auto came = socket.receive(bench_.policy(receiver), receiving_.buffer(number), size,
                                     begun || received_ > 0 ? kSilence : kStuck);
    if (came == -EAGAIN) break;
    if (came < 0) NetperfBench::refuse("receive", came);
    check_datagram(number, static_cast<std::size_t>(came));
    received_ += static_cast<std::uint64_t>(came);
    if (begun) {
      counted_ += static_cast<std::uint64_t>(came);
      bench_.end(receiver);
    } else if (received_ >= before_) {
      begun = true;
      bench_.begin(receiver);
    }
  }
  if (!begun) bench_.begin(receiver);
  if (counted_ == 0) bench_.end(receiver);
  socket.close();
  received_copies_ = socket.counters().received;
}

}  // namespace flybar::experiments
