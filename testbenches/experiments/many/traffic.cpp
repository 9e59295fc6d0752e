#include "testbenches/experiments/many/traffic.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/delivery_error.h"
#include "models/common/quantity.h"
#include "models/myrinet/network_params.h"

namespace flybar::experiments {

namespace {

enum : std::uint8_t { kData = 0, kAck = 1, kMeeting = 2 };
/// To meet 64 nodes.
constexpr std::size_t kMostSteps = 6;
constexpr std::size_t kTrafficFrames = 32;
constexpr Bytes kAckControl = Bytes(4);

/// A packet crosses at most 8 switches. In each it waits for its output at most for the timeout,
/// and stands in it so long; the acknowledgement likewise.
constexpr std::int64_t kMostWaits = 2 * 2 * 8;

/// Who has heard nothing for so long will hear nothing.
Time patience_of(const cluster::SystemParams& system) {
  const Time longest = system.shared.get<myrinet::NetworkParams>().switches.timeout;
  return std::max(kMessagePatience, longest * kMostWaits);
}

}  // namespace

struct Traffic::Program {
  Program(TrapezeStack::Host& on, Node& of, Bytes payload)
      : host(on),
        node(of),
        frames(on.memory, of.outgoing.empty() ? 0 : kTrafficFrames, payload),
        no_frames(on.memory, 0, Bytes()),
        pages(on) {}

  TrapezeStack::Host& host;
  Node& node;
  SendFrames frames;
  SendFrames no_frames;
  TakenPages pages;
};

Traffic::Traffic(TrapezeStack& stack, const Plan& plan)
    : plan_(plan),
      nodes_(stack.testbed().hardware().nodes()),
      patience_(patience_of(stack.testbed().context().system)),
      testbed_(stack.testbed()) {
  for (const Flow& flow : plan.flows) phases_ = std::max(phases_, flow.phase + 1);
  for (Node& node : nodes_) {
    node.to_send.resize(phases_);
    node.to_receive.resize(phases_);
    node.met.resize(kMostSteps);
  }
  for (const Flow& flow : plan.flows) {
    nodes_[flow.from].outgoing.push_back({flow.to, flow.phase});
    nodes_[flow.from].to_send[flow.phase] += plan.messages;
    nodes_[flow.to].incoming.push_back({flow.from, flow.phase});
    nodes_[flow.to].to_receive[flow.phase] += plan.messages;
  }
  choose_turns();
  choose_acks();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].idle()) continue;
    members_.push_back(n);
    stack.run_on(n, [this, n](TrapezeStack::Host& host) {
      Program program(host, nodes_[n], plan_.payload);
      run(program);
    });
  }
}

/// Only as many senders begin as the ring has room for.
void Traffic::choose_turns() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    node.takes_turns = phases_ == 1 && node.incoming.size() > kDataEntries;
    if (!node.takes_turns) continue;
    for (std::size_t i = kDataEntries; i < node.incoming.size(); ++i) {
      const std::size_t from = node.incoming[i].from;
      node.waiting.push_back(from);
      for (Outgoing& flow : nodes_[from].outgoing)
        if (flow.to == n) flow.acknowledged = -1;
    }
  }
}

/// A sender with one receiver can wait for several messages at once to be acknowledged.
void Traffic::choose_acks() {
  std::int64_t least = static_cast<std::int64_t>(kDataEntries);
  for (const Node& node : nodes_) {
    if (node.outgoing.size() > 1) return;
    for (const Outgoing& flow : node.outgoing) least = std::min(least, window(flow));
  }
  ack_every_ = std::max<std::int64_t>(1, least / 2);
}

std::int64_t Traffic::window(const Outgoing& flow) const {
  const auto& incoming = nodes_[flow.to].incoming;
  const auto senders = std::count_if(incoming.begin(), incoming.end(), [&](const Incoming& other) {
    return other.phase == flow.phase;
  });
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(kDataEntries) / senders);
}

/// A sender waits for its share of the receiver's entries, or with several receivers for
/// acknowledgements that its own ring has room for.
std::int64_t Traffic::most_of(const Node& sender) const {
  std::int64_t windows = 0;
  for (const Outgoing& flow : sender.outgoing) windows += window(flow);
  return std::min(windows, static_cast<std::int64_t>(kAckEntries) * ack_every_);
}

std::optional<std::string> Traffic::bound() const {
  std::int64_t of_sender = 0, to_node = 0;
  std::size_t senders = 0;
  for (const Node& node : nodes_) of_sender = std::max(of_sender, most_of(node));
  for (const Node& node : nodes_) {
    senders = std::max(senders, node.incoming.size());
    std::int64_t most = 0;
    for (const Incoming& flow : node.incoming) most += most_of(nodes_[flow.from]);
    to_node = std::max(to_node, std::min(most, static_cast<std::int64_t>(kDataEntries)));
  }
  if (senders < 2) return std::nullopt;
  return fmt::format("closed loop: at most {} messages are under way to a node, {} of each sender",
                     to_node, of_sender);
}

std::uint64_t Traffic::serial(std::size_t from, std::size_t to, std::int64_t number) const {
  return (from * nodes_.size() + to) * static_cast<std::uint64_t>(plan_.messages) +
         static_cast<std::uint64_t>(number);
}

void Traffic::run(Program& program) {
  if (!program.node.outgoing.empty()) begin_ = std::min(begin_, program.host.cpu.now());
  for (std::size_t phase = 0; phase < phases_; ++phase) {
    if (phase > 0) meet(program);
    run_phase(program, phase);
  }
  while (tpz_check_xmit_complete(program.host.nic) > 0) program.host.cpu.sync();
}

void Traffic::run_phase(Program& program, std::size_t phase) {
  Node& node = program.node;
  std::int64_t& to_send = node.to_send[phase];
  const std::int64_t& to_receive = node.to_receive[phase];
  while (to_send > 0 || to_receive > 0) {
    if (!node.incoming.empty())
      while (tpz_rcvmsg* in = tpz_get_rcvmsg(program.host.nic)) handle(program, in);
    if (Outgoing* flow = to_send > 0 ? next_flow(node, phase) : nullptr) {
      send_next(program, *flow);
      --to_send;
    } else if (to_send > 0 || to_receive > 0) {
      wait(program);
    }
  }
}

void Traffic::wait(Program& program) {
  if (!any_comes(program)) refuse_silence(program);
}

/// Handles one message, or answers false when patience is over.
bool Traffic::any_comes(Program& program) {
  tpz_rcvmsg* in = tpz_wait_rcvmsg(program.host.nic, patience_.ps());
  if (in) handle(program, in);
  return in != nullptr;
}

void Traffic::refuse_silence(const Program& program) const {
  std::int64_t sent = 0, to_send = 0, received = 0, to_receive = 0;
  for (const Outgoing& flow : program.node.outgoing) sent += flow.sent, to_send += plan_.messages;
  for (const Incoming& flow : program.node.incoming)
    received += flow.received, to_receive += plan_.messages;
  throw DeliveryError(
      "node " + std::to_string(program.host.node),
      fmt::format("nothing has come for {}, with {} of {} messages sent and {} of {} received",
                  quantity::print(patience_), sent, to_send, received, to_receive),
      "links, switches and rings that lose no message: none is sent again",
      "see with --trace packets.pcapng how far its packets get");
}

/// They may be at work for longer than patience lasts.
void Traffic::wait_for_others(Program& program) {
  const std::int64_t before = received_;
  if (!any_comes(program) && received_ == before) refuse_silence(program);
}

/// A dissemination barrier: after its last step each node has heard of all others.
void Traffic::meet(Program& program) {
  const auto self = static_cast<std::size_t>(
      std::find(members_.begin(), members_.end(), program.host.node) - members_.begin());
  for (std::size_t step = 0; std::size_t{1} << step < members_.size(); ++step) {
    const std::size_t to = members_[(self + (std::size_t{1} << step)) % members_.size()];
    send(program.host, program.no_frames,
         {static_cast<trapeze::Node>(to), kAckControl, Bytes(), step, kMeeting});
    while (program.node.met[step] == 0) wait_for_others(program);
    --program.node.met[step];
  }
}

Traffic::Outgoing* Traffic::next_flow(Node& node, std::size_t phase) const {
  std::int64_t under_way = 0;
  for (const Outgoing& flow : node.outgoing) under_way += flow.sent - flow.acknowledged;
  if (under_way >= static_cast<std::int64_t>(kAckEntries) * ack_every_) return nullptr;
  for (std::size_t i = 0; i < node.outgoing.size(); ++i) {
    Outgoing& flow = node.outgoing[node.turn];
    node.turn = (node.turn + 1) % node.outgoing.size();
    if (flow.phase == phase && flow.sent < plan_.messages &&
        flow.sent - flow.acknowledged < window(flow))
      return &flow;
  }
  return nullptr;
}

void Traffic::send_next(Program& program, Outgoing& flow) {
  const std::size_t from = program.host.node;
  send(program.host, program.frames,
       {static_cast<trapeze::Node>(flow.to), plan_.control, plan_.payload,
        serial(from, flow.to, flow.sent)});
  ++flow.sent;
}

void Traffic::handle(Program& program, tpz_rcvmsg* in) {
  Node& node = program.node;
  const std::size_t from = tpz_get_source(in);
  if (tpz_get_type(in) == kMeeting) {
    std::uint64_t step = 0;
    tpz_read_control(in, 0, &step, kAckControl.count);
    tpz_release_rcvmsg(in);
    ++node.met[step];
    return;
  }
  if (tpz_get_type(in) == kAck) {
    tpz_release_rcvmsg(in);
    for (Outgoing& flow : node.outgoing)
      if (flow.to == from) flow.acknowledged += ack_every_;
    return;
  }
  const auto flow = std::find_if(node.incoming.begin(), node.incoming.end(),
                                 [from](const Incoming& other) { return other.from == from; });
  check(program.host, program.pages, in, plan_.control, plan_.payload,
        serial(from, program.host.node, flow->received));
  tpz_release_rcvmsg(in);
  --node.to_receive[flow->phase];
  end_ = std::max(end_, program.host.cpu.now());
  ++flow->received;
  testbed_.progress(++received_, plan_.messages * std::ssize(plan_.flows));
  acknowledge(program, *flow);
}

/// Lets a sender go on: this one, or the one that has waited longest for its turn.
void Traffic::acknowledge(Program& program, const Incoming& flow) {
  Node& node = program.node;
  std::size_t to = flow.from;
  if (node.takes_turns) {
    if (flow.received < plan_.messages) node.waiting.push_back(flow.from);
    if (node.waiting.empty()) return;
    to = node.waiting.front();
    node.waiting.pop_front();
  } else if (flow.received % ack_every_ != 0) {
    return;
  }
  send(program.host, program.no_frames,
       {static_cast<trapeze::Node>(to), kAckControl, Bytes(), 0, kAck});
}

}  // namespace flybar::experiments
