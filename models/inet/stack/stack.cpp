#include "models/inet/stack/stack.h"

#include <exception>
#include <string>

#include "lwip/init.h"
#include "lwip/ip.h"
#include "lwip/ip4_frag.h"
#include "lwip/netif.h"
#include "lwip/priv/tcp_priv.h"
#include "lwip/udp.h"
#include "models/common/error.h"

namespace flybar::inet {
namespace {

/// Whose guard is open.
Stack* entered = nullptr;

std::string node_name(std::uint32_t node) {
  return "TCP/IP of node " + std::to_string(node);
}

void expect_between(const Stack::Setup& setup, const char* what, Bytes value, Bytes least,
                    Bytes most) {
  if (value >= least && value <= most) return;
  throw SimulationError(node_name(setup.node),
                        std::string(what) + " of " + std::to_string(value.count) + " B",
                        std::to_string(least.count) + " to " + std::to_string(most.count) + " B",
                        "choose a size between them");
}

const Stack::Setup& checked(const Stack::Setup& setup) {
  if (setup.node >= kNodes)
    throw SimulationError(node_name(setup.node), "no address for it", "nodes below 65536",
                          "number nodes from 0");
  expect_between(setup, "an MTU", setup.mtu, Stack::kLeastMtu, Stack::kMostMtu);
  expect_between(setup, "socket buffers", setup.socket_buffer, Stack::kLeastSocketBuffer,
                 Stack::kMostSocketBuffer);
  return setup;
}

FlybarLwipNode variables_of(const Stack::Setup& setup) {
  // The generator begins elsewhere in each node: first local ports differ.
  return {.window = static_cast<std::uint32_t>(setup.socket_buffer.count),
          .now = 0,
          .now_ps = 0,
          .random = setup.node * 2'654'435'761u + 1,
          .ack_every_second = setup.ack == AckPolicy::kEverySecond,
          .out_of_order = static_cast<std::uint32_t>(setup.out_of_order),
          .predicted = FLYBAR_PREDICTED_NOTHING,
          .retransmissions = 0,
          .timeouts = 0,
          .timed_out_ms = 0};
}

err_t output_packet(netif* interface, pbuf* packet, const ip4_addr_t* to) {
  const auto node = node_of(lwip_ntohl(to->addr));
  if (!node) return ERR_RTE;
  static_cast<Stack::Client*>(interface->state)->output(packet, *node);
  return ERR_OK;
}

err_t output_to_itself(netif* interface, pbuf* packet, const ip4_addr_t*) {
  static_cast<Stack::Client*>(interface->state)->output(packet, entered->node());
  return ERR_OK;
}

err_t discard_packet(netif*, pbuf*, const ip4_addr_t*) {
  return ERR_OK;
}

err_t begin_interface(netif* interface) {
  interface->name[0] = 'i';
  interface->name[1] = 'p';
  interface->output = output_packet;
  return ERR_OK;
}

err_t begin_loop(netif* interface) {
  interface->name[0] = 'l';
  interface->name[1] = 'o';
  interface->output = output_to_itself;
  return ERR_OK;
}

/// As its header says; of less than a header, no.
bool goes_to_loop(const pbuf& packet) {
  if (packet.len < IP_HLEN) return false;
  const ip4_addr_t to{static_cast<const ip_hdr*>(packet.payload)->dest.addr};
  return ip4_addr_isloopback(&to);
}

template <class Block>
std::size_t length(const Block* first) {
  std::size_t count = 0;
  for (const Block* block = first; block != nullptr; block = block->next) ++count;
  return count;
}

/// Whoever it belonged to may be gone.
template <class Block>
void disown(Block& block) {
  for (tcp_pcb_ext_args& extension : block.ext_args) extension.callbacks = nullptr;
}

void drop_connections(tcp_pcb*& first) {
  while (first != nullptr) {
    disown(*first);
    tcp_err(first, nullptr);
    tcp_abandon(first, 0);
  }
}

void drop_listeners() {
  while (tcp_listen_pcbs.listen_pcbs != nullptr) {
    disown(*tcp_listen_pcbs.listen_pcbs);
    tcp_close(tcp_listen_pcbs.pcbs);
  }
}

}  // namespace

/// The variables are those of `stack` for a while, whoever's guard is open.
class Stack::Turn {
 public:
  explicit Turn(Stack& stack) { stack.state_.load(); }
  ~Turn() {
    if (entered != nullptr) entered->state_.load();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
};

Stack::Stack(const Setup& setup, Client& client)
    : setup_(checked(setup)),
      client_(client),
      interface_(std::make_unique<netif>()),
      loop_(std::make_unique<netif>()) {
  const Turn turn(*this);
  flybar_lwip_node = variables_of(setup_);
  lwip_init();
  // The node was up before. lwIP takes the instant 0 for none, and would measure no round trip that
  // begins before the first run of the slow timer: time-outs would stay at their first 3 s.
  tcp_ticks = 1;
  attach();
}

Stack::~Stack() {
  if (broken_) return;
  const Turn turn(*this);
  close();
}

/// The interface is looked at first.
void Stack::attach() {
  attach(*loop_, kLoopAddress, begin_loop);
  attach(*interface_, address_of(setup_.node), begin_interface);
}

void Stack::attach(netif& one, std::uint32_t at, std::int8_t (*begin)(netif*)) {
  const ip4_addr_t address{lwip_htonl(at)};
  const ip4_addr_t mask{lwip_htonl(kNetmask)};
  netif_add(&one, &address, &mask, nullptr, &client_, begin, ip_input);
  one.mtu = static_cast<std::uint16_t>(setup_.mtu.count);
  constexpr std::uint16_t kSums = NETIF_CHECKSUM_GEN_TCP | NETIF_CHECKSUM_CHECK_TCP |
                                  NETIF_CHECKSUM_GEN_UDP | NETIF_CHECKSUM_CHECK_UDP;
  const auto others = static_cast<std::uint16_t>(NETIF_CHECKSUM_ENABLE_ALL & ~kSums);
  NETIF_SET_CHECKSUM_CTRL(&one, setup_.sums ? NETIF_CHECKSUM_ENABLE_ALL : others);
  netif_set_up(&one);
  netif_set_link_up(&one);
}

void Stack::close() {
  interface_->output = loop_->output = discard_packet;
  for (tcp_pcb** list : {&tcp_bound_pcbs, &tcp_active_pcbs, &tcp_tw_pcbs}) drop_connections(*list);
  drop_listeners();
  while (udp_pcbs != nullptr) udp_remove(udp_pcbs);
  // The only way to what waits for the rest of its fragments.
  for (int second = 0; second <= IP_REASS_MAXAGE; ++second) ip_reass_tmr();
  netif_remove(interface_.get());
  netif_remove(loop_.get());
}

Stack::Enter::Enter(Stack& stack, Time now)
    : outer_(entered), exceptions_(std::uncaught_exceptions()) {
  if (outer_ != nullptr && outer_ != &stack)
    throw SimulationError(node_name(stack.node()), "entered inside " + node_name(outer_->node()),
                          "one stack at a time",
                          "queue what goes to another node, and deliver it outside of the guard");
  stack.state_.load();
  flybar_lwip_node.now = static_cast<std::uint32_t>(now / Time::ms(1));
  flybar_lwip_node.now_ps = static_cast<std::uint64_t>(now / Time::ps(1));
  entered = &stack;
}

Stack::Enter::~Enter() {
  if (std::uncaught_exceptions() > exceptions_) entered->broken_ = true;
  entered = outer_;
}

void Stack::input(pbuf* packet) {
  flybar_lwip_node.predicted = FLYBAR_PREDICTED_NOTHING;
  netif& interface = goes_to_loop(*packet) ? *loop_ : *interface_;
  if (interface.input(packet, &interface) != ERR_OK) pbuf_free(packet);
}

void Stack::run_fast_timer() {
  tcp_fasttmr();
}

void Stack::run_slow_timer() {
  flybar_lwip_before_slow_timer();
  tcp_slowtmr();
  if (second_half_) ip_reass_tmr();
  second_half_ = !second_half_;
}

Stack::Predicted Stack::predicted() const {
  switch (state_.of(flybar_lwip_node).predicted) {
    case FLYBAR_PREDICTED_DATA:
      return Predicted::kData;
    case FLYBAR_PREDICTED_ACK:
      return Predicted::kAck;
    default:
      return Predicted::kNothing;
  }
}

std::uint32_t Stack::retransmissions() const {
  return state_.of(flybar_lwip_node).retransmissions;
}

Stack::Timeouts Stack::timeouts() const {
  const FlybarLwipNode& node = state_.of(flybar_lwip_node);
  return {node.timeouts, Time::ms(node.timed_out_ms)};
}

std::size_t Stack::connections() const {
  return length(state_.of(tcp_bound_pcbs)) + length(state_.of(tcp_active_pcbs)) +
         length(state_.of(tcp_tw_pcbs)) + length(state_.of(tcp_listen_pcbs).listen_pcbs);
}

}  // namespace flybar::inet

extern "C" void flybar_lwip_assert(const char* message, const char* file, int line) {
  using flybar::inet::entered;
  const std::string where =
      entered != nullptr ? flybar::inet::node_name(entered->node()) : "TCP/IP outside of any node";
  const std::string path(file);
  throw flybar::SimulationError(
      where, message,
      "what lwIP checks in " + path.substr(path.rfind('/') + 1) + ", line " + std::to_string(line),
      "look at the call that led there: a control block used after its end, or a size that lwIP "
      "cannot express");
}
