#include "models/lan/network.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "models/common/mix.h"

namespace flybar::lan {

namespace {

/// Of a way through the network this much is left when a frame counts as sent: more than hosts on
/// quicker networks have, so that these see as far ahead as alone.
constexpr Time kLeft = Time::us(1);

Time way(const LanParams& params, const Line& line) {
  if (params.shape == Shape::kCable) return line.shortest();
  const Time stored = params.cells() ? Time() : line.shortest();
  return stored + params.switch_latency + line.shortest();
}

/// Two directions of each cable.
std::vector<Faults> faults(const LanParams& params, std::size_t ports, std::size_t direction) {
  std::vector<Faults> all;
  for (std::size_t p = 0; p < ports; ++p)
    all.emplace_back(params.faults,
                     mix(static_cast<std::uint64_t>(params.fault_seed)) ^ mix(2 * p + direction));
  return all;
}

}  // namespace

Network::Network(sc_core::sc_module_name module_name, std::size_t ports, const LanParams& params,
                 Observer& observer)
    : sc_module(module_name),
      params_(params),
      line_(params.line()),
      way_(way(params, line_)),
      from_others_(std::min(kLeft, Time::ps(way_.ps() / 2))),
      stations_(ports),
      faults_out_(faults(params, ports, 0)),
      faults_in_(faults(params, ports, 1)),
      known_(ports),
      begun_(ports),
      free_(ports) {
  for (std::size_t p = 0; p < ports; ++p) {
    const std::string node = std::string(name()) + ".node" + std::to_string(p);
    out_.emplace_back(observer, node + ".out");
    if (!is_cable()) in_.emplace_back(observer, node + ".in");
  }
  advance(std::vector<Time>(ports));
}

void Network::touch(std::size_t port, Time at) {
  touched_ = true;
  if (on_echo) on_echo(port, at + (is_cable() ? way_ : 2 * way_));
}

void Network::begins(std::size_t port, Time at) {
  begun_[port] = at;
  touch(port, at);
}

void Network::ends(std::size_t port, Frame frame, Time begin, Time end) {
  begun_[port].reset();
  touched_ = true;
  out_[port].passes(frame, begin, end);
  waiting_.push_back({end, port, std::move(frame), begin});
}

void Network::queues(std::size_t port, Frame frame, Time at) {
  touch(port, at);
  if (!is_cable()) out_[port].passes(frame, at, at + line_.at(frame.bytes.size()));
  waiting_.push_back({at, port, std::move(frame), at});
}

/// The card hands nothing more over before.
Time Network::floor(std::size_t port) const {
  const Time known = known_[port];
  if (takes_whole()) return known;
  return begun_[port] ? std::max(known, *begun_[port] + line_.shortest())
                      : known + line_.shortest();
}

/// The frame that is served next, as far as is known.
std::vector<Network::Waiting>::iterator Network::next() {
  const auto turn = [this](std::size_t port) { return (port + ports() - last_ - 1) % ports(); };
  return std::min_element(waiting_.begin(), waiting_.end(),
                          [&](const Waiting& a, const Waiting& b) {
                            return std::tuple(a.at, turn(a.port)) < std::tuple(b.at, turn(b.port));
                          });
}

/// False if another card may still hand over what comes before.
bool Network::serve_one() {
  const auto first = next();
  if (first == waiting_.end()) return false;
  for (std::size_t p = 0; p < ports(); ++p)
    if (p != first->port && floor(p) <= first->at) return false;
  Waiting one = std::move(*first);
  waiting_.erase(first);
  last_ = one.port;
  is_cable() ? pass_cable(std::move(one)) : pass_switch(std::move(one));
  return true;
}

void Network::advance(std::span<const Time> known) {
  std::copy(known.begin(), known.end(), known_.begin());
  touched_ = false;
  while (serve_one()) {
  }
  quiet_ = waiting_.empty() &&
           std::none_of(begun_.begin(), begun_.end(), [](const auto& one) { return one; });
  coming_ = {};
  for (std::size_t p = 0; p < ports(); ++p) coming_.add(quiet_ ? silence(known_[p]) : floor(p), p);
  // On a cable, a card's own frame reaches it, too: with when it began.
  for (const Waiting& one : waiting_) coming_.add(one.at, is_cable() ? ports() : one.port);
}

Time Network::safe_time(std::size_t port) const {
  const Time first = coming_.but(port);
  if (quiet_) return first + from_others_;
  if (is_cable()) return std::max(first, free_[0]) + line_.shortest();
  return std::max(first + params_.switch_latency, free_[port]) + line_.shortest();
}

/// False if it is lost. Spoils some of it, perhaps.
bool Network::survives(Frame& frame, Faults& faults) {
  if (faults.loses_frame()) {
    ++counters_.lost;
    ++losses_.lost_tails;
    losses_.lost_bytes += frame.bytes.size();
    return false;
  }
  losses_.damaged_bytes += faults.damage(frame.bytes);
  return true;
}

std::optional<std::size_t> Network::destination(const Frame& frame) const {
  std::optional<std::size_t> port;
  if (!params_.cells())
    port = ethernet::port_of(frame.bytes);
  else if (frame.circuit >= aal5::kFirstCircuit)
    port = frame.circuit - aal5::kFirstCircuit;
  return port && *port < ports() ? port : std::nullopt;
}

void Network::pass_switch(Waiting one) {
  if (!survives(one.frame, faults_out_[one.port])) return;
  if (!params_.cells() && !ethernet::is_sound(one.frame.bytes)) {
    ++counters_.damaged;
    return;
  }
  const auto to = destination(one.frame);
  if (!to) {
    ++counters_.no_address;
    return;
  }
  const Time begin = std::max(one.at + params_.switch_latency, free_[*to]);
  const Time end = begin + line_.at(one.frame.bytes.size());
  free_[*to] = end + line_.gap();
  in_[*to].passes(one.frame, begin, end);
  if (survives(one.frame, faults_in_[*to])) stations_[*to]->arrives(std::move(one.frame), begin);
}

/// All hear it; the one to which it is addressed takes it.
void Network::pass_cable(Waiting one) {
  const Time begin = std::max(one.at, free_[0]);
  const Time end = begin + line_.at(one.frame.bytes.size());
  free_[0] = end + line_.gap();
  out_[one.port].passes(one.frame, begin, end);
  stations_[one.port]->leaves(begin);
  if (!survives(one.frame, faults_out_[one.port])) return;
  const auto to = destination(one.frame);
  if (to)
    stations_[*to]->arrives(std::move(one.frame), begin);
  else
    ++counters_.no_address;
}

std::vector<std::uint8_t> Network::route(std::size_t, std::size_t to) const {
  if (params_.cells()) {
    const std::size_t circuit = aal5::kFirstCircuit + to;
    return {static_cast<std::uint8_t>(circuit >> 8), static_cast<std::uint8_t>(circuit)};
  }
  const ethernet::Address address = ethernet::address_of(to);
  return {address.begin(), address.end()};
}

const Resource& Network::cable() const {
  static constexpr Resource kLine{"network line", "lan.rate",
                                  waits_of(Wait::kLinkQueue, Wait::kLink, Wait::kNetwork)};
  return kLine;
}

void Network::count_cables_from(Time from) {
  for (Passage& one : out_) one.count_from(from);
  for (Passage& one : in_) one.count_from(from);
}

std::vector<CableTraffic> Network::cables(Time until) const {
  std::vector<CableTraffic> all;
  for (std::size_t p = 0; p < ports(); ++p) {
    const std::string node = "node " + std::to_string(p);
    const std::string other = is_cable() ? "cable" : "switch 0 port " + std::to_string(p);
    CableTraffic& out = all.emplace_back();
    out.from = node, out.to = other, out.from_port = p;
    out_[p].add_to(out, until);
    if (is_cable()) continue;
    CableTraffic& in = all.emplace_back();
    in.from = other, in.to = node, in.to_port = p;
    in_[p].add_to(in, until);
  }
  return all;
}

}  // namespace flybar::lan
