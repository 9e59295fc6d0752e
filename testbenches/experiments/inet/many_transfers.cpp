#include "testbenches/experiments/inet/many_transfers.h"

#include <algorithm>
#include <cerrno>
#include <string>

#include "models/inet/inet_params.h"
#include "testbenches/experiments/inet/netperf_calls.h"
#include "testbenches/experiments/inet/wait_until.h"

namespace flybar::experiments {

namespace {

/// Buffers of each node that sends, which its connections share: nothing is written to them.
constexpr std::size_t kBuffers = 4, kSentPages = 4;
/// Of each connection that receives.
constexpr std::size_t kReceivedPages = 2;

}  // namespace

struct ManyTransfers::Member {
  Member(std::size_t number, inet::Inet& its_inet, bool faults)
      : n(number),
        caller{"netperf on node " + std::to_string(number), faults},
        inet(its_inet),
        sending("sender", inet, {kBuffers, kSentPages * inet.page(), 0}) {}

  void change() { inet.cpu().notify_all(changes); }
  void wait_for_connections() {
    wait_until(inet.cpu(), changes, [this] { return open; });
  }
  /// A process has done its part of a flow.
  void finish() {
    inet.cpu().sync();
    if (--left == 0) inet.cpu().notify(done);
  }

  const std::size_t n;
  const Caller caller;
  inet::Inet& inet;
  BufferRing sending;
  std::vector<Transfer*> outgoing, incoming;
  bool open = false;     ///< all connections are
  std::size_t left = 0;  ///< processes at work
  host::Signal changes{"open connections"}, done{"end of all transfers"};
  CostsOf costs;
  std::uint32_t retransmitted_before = 0, retransmitted = 0;
  inet::Stack::Timeouts timeouts_before = {}, timeouts = {};
  std::vector<Drops> drops = {};
};

ManyTransfers::ManyTransfers(Stack& stack, InetHosts& hosts, const std::vector<Flow>& flows,
                             const NetperfSetup& setup)
    : stack_(stack), hosts_(hosts), setup_(setup), members_(stack.testbed().hardware().nodes()) {
  for (const Flow& flow : flows) transfers_.push_back({flow.from, flow.to, nullptr, nullptr});
  for (Transfer& transfer : transfers_) {
    for (const std::size_t n : {transfer.from, transfer.to})
      if (!members_[n])
        members_[n] = std::make_unique<Member>(n, hosts.inet(n), stack.testbed().is_lossy());
    member(transfer.from).outgoing.push_back(&transfer);
    member(transfer.to).incoming.push_back(&transfer);
  }
  for (const auto& one : members_)
    if (one) stack.run_on(one->n, [this, &one](cluster::Node&) { run(*one); });
  for (Transfer& transfer : transfers_) {
    add_sender(transfer);
    add_receiver(transfer);
  }
}

ManyTransfers::~ManyTransfers() = default;

void ManyTransfers::run(Member& member) {
  member.left = member.outgoing.size() + member.incoming.size();
  for (std::size_t i = 0; i < kBuffers && !member.outgoing.empty(); ++i)
    member.sending.fill(content_, member.n * kBuffers + i);
  inet::Listener listener(member.inet);
  const int backlog = static_cast<int>(std::max<std::size_t>(1, member.incoming.size()));
  if (const int error = listener.listen(kPort, backlog))
    refuse_call(member.caller, "listen", -error);
  member.inet.cpu().sleep(kListenPause);
  for (Transfer* const transfer : member.outgoing)
    transfer->sending = reach(member.inet, member.caller, transfer->to, kPort);
  for (std::size_t i = 0; i < member.incoming.size(); ++i) accept(member, listener);
  member.inet.cpu().sync();
  stack_.count_from(member.n);
  member.costs.begin(member.inet.cpu());
  member.retransmitted_before = member.inet.stack().retransmissions();
  member.timeouts_before = member.inet.stack().timeouts();
  member.open = true;
  member.change();
  while (member.left > 0) member.inet.cpu().wait_for(member.done);
  stack_.count_to(member.n);
  member.costs.end(member.inet.cpu());
  member.retransmitted = member.inet.stack().retransmissions() - member.retransmitted_before;
  member.timeouts = member.inet.stack().timeouts().since(member.timeouts_before);
  member.drops = hosts_.drops(member.n);
  listener.close();
}

void ManyTransfers::accept(Member& member, inet::Listener& listener) {
  auto connection = listener.accept(kStuck);
  if (!connection) refuse_call(member.caller, "accept", -ETIMEDOUT);
  const auto transfer = std::find_if(
      member.incoming.begin(), member.incoming.end(),
      [&](const Transfer* one) { return one->from == connection->ends().peer && !one->receiving; });
  if (transfer == member.incoming.end()) refuse_call(member.caller, "accept", -ECONNABORTED);
  (*transfer)->receiving = std::move(connection);
}

void ManyTransfers::add_sender(Transfer& transfer) {
  Member& from = member(transfer.from);
  from.inet.cpu().add_process("to node " + std::to_string(transfer.to), [&](host::Cpu&) {
    from.wait_for_connections();
    send(from, transfer);
    from.finish();
  });
}

void ManyTransfers::add_receiver(Transfer& transfer) {
  Member& to = member(transfer.to);
  to.inet.cpu().add_process("from node " + std::to_string(transfer.from), [&](host::Cpu&) {
    to.wait_for_connections();
    receive(to, transfer);
    to.finish();
  });
}

/// Each flow begins with another of the shared buffers. Closed when the receiver has got all.
void ManyTransfers::send(Member& member, Transfer& transfer) {
  const inet::CopyPolicy policy = setup_.policy(member.inet.params().socket.remap_least);
  inet::Connection& connection = *transfer.sending;
  transfer.begin = member.inet.cpu().now();
  std::uint64_t left = static_cast<std::uint64_t>(setup_.amount.count);
  for (std::uint64_t number = transfer.to; left > 0; ++number) {
    const std::size_t length = std::min<std::uint64_t>(member.sending.shape().size, left);
    const Time begin = member.inet.cpu().now();
    const auto sent = connection.send(policy, member.sending.buffer(number), length, kStuck);
    if (sent != static_cast<std::int64_t>(length))
      refuse_call(member.caller, "send", sent, member.inet.cpu().now() - begin);
    left -= length;
  }
  if (const int error = connection.shut_down()) refuse_call(member.caller, "shutdown", -error);
  const auto came = connection.receive(policy, member.sending.buffer(0), 1, kStuck);
  if (came != 0) refuse_call(member.caller, "receive", came);
  connection.close();
  transfer.sending.reset();
}

void ManyTransfers::receive(Member& member, Transfer& transfer) {
  const inet::CopyPolicy policy = setup_.policy(member.inet.params().socket.remap_least);
  inet::Connection& connection = *transfer.receiving;
  BufferRing ring("receiver", member.inet, {1, kReceivedPages * member.inet.page(), 0});
  const std::int64_t flows = std::ssize(transfers_);
  std::uint64_t done = 0;
  while (true) {
    const auto came = connection.receive(policy, ring.buffer(0), ring.shape().size, kStuck);
    if (came < 0) refuse_call(member.caller, "receive", came);
    if (came == 0) break;
    check(transfer, done, ring, static_cast<std::size_t>(came));
    done += static_cast<std::uint64_t>(came);
    transfer.end = member.inet.cpu().now();
    received_ += came;
    stack_.testbed().progress(received_, flows * setup_.amount.count);
  }
  if (done != static_cast<std::uint64_t>(setup_.amount.count))
    refuse_call(member.caller, "the stream", static_cast<std::int64_t>(done));
  connection.close();
  transfer.receiving.reset();
  ring.release();
}

void ManyTransfers::check(const Transfer& transfer, std::uint64_t position, BufferRing& ring,
                          std::size_t length) {
  const std::size_t size = member(transfer.from).sending.shape().size;
  ring.check(content_, 0, 0, length, position + transfer.to % kBuffers * size,
             {size, kBuffers, transfer.from * kBuffers});
}

std::vector<Time> ManyTransfers::times() const {
  std::vector<Time> times;
  for (const Transfer& transfer : transfers_) times.push_back(transfer.end - transfer.begin);
  return times;
}

Time ManyTransfers::took() const {
  Time begin = Time::never(), end;
  for (const Transfer& transfer : transfers_) {
    begin = std::min(begin, transfer.begin);
    end = std::max(end, transfer.end);
  }
  return end - begin;
}

std::uint64_t ManyTransfers::retransmissions() const {
  std::uint64_t sum = 0;
  for (const auto& one : members_)
    if (one) sum += one->retransmitted;
  return sum;
}

inet::Stack::Timeouts ManyTransfers::timeouts() const {
  inet::Stack::Timeouts sum;
  for (const auto& one : members_)
    if (one) sum += one->timeouts;
  return sum;
}

std::vector<CostsOf> ManyTransfers::costs() const {
  std::vector<CostsOf> all;
  for (const auto& one : members_)
    if (one) all.push_back(one->costs);
  return all;
}

std::vector<std::vector<Drops>> ManyTransfers::drops() const {
  std::vector<std::vector<Drops>> all;
  for (const auto& one : members_)
    if (one) all.push_back(one->drops);
  return all;
}

}  // namespace flybar::experiments
