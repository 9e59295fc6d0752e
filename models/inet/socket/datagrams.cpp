#include "models/inet/socket/datagrams.h"

#include <lwip/udp.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "models/inet/labels.h"
#include "models/inet/socket/callbacks.h"
#include "models/inet/socket/exchange.h"

namespace flybar::inet {

using host::Physical;

namespace {

constexpr std::size_t kMostReferenced = 0x8000;  ///< by one buffer, whose length has 16 bits

/// From the address that the port is bound to, whichever interface leads there.
err_t send_from(udp_pcb& pcb, pbuf* chain, const ip_addr_t& to, std::uint16_t port) {
  netif* const out = ip4_route(&to);
  if (out == nullptr) return ERR_RTE;
  const ip_addr_t* const own = ip_addr_isany(&pcb.local_ip) ? netif_ip_addr4(out) : &pcb.local_ip;
  return udp_sendto_if_src(&pcb, chain, &to, port, out, own);
}

/// A buffer for `length` bytes at the beginning of the frame, which only refers to them.
pbuf* reference(host::Memory& memory, Physical frame, std::size_t length) {
  pbuf* made = pbuf_alloc(PBUF_RAW, static_cast<u16_t>(length), PBUF_REF);
  made->payload = const_cast<std::uint8_t*>(memory.view(frame).data());
  return made;
}

}  // namespace

Datagrams::Datagrams(Inet& inet) : inet_(inet) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  inet_.run([&] {
    pcb_ = udp_new();
    udp_recv(pcb_, &Datagrams::received, this);
    // As in 4.4BSD it is known from the beginning, not from its first port on: so it ends with the
    // host.
    pcb_->next = udp_pcbs;
    udp_pcbs = pcb_;
  });
}

int Datagrams::bind(std::uint16_t port, bool reuse, std::uint32_t address) {
  inet_.cpu().spend(inet_.params().socket.call, kSocketCall);
  err_t result = ERR_OK;
  inet_.run([&] {
    if (reuse) ip_set_option(pcb_, SOF_REUSEADDR);
    const ip_addr_t at{lwip_htonl(address)};
    result = udp_bind(pcb_, &at, port);
  });
  return socket_error(result);
}

void Datagrams::connect(Peer peer) {
  inet_.run([&] {
    const ip_addr_t address = address_at(peer.node);
    udp_connect(pcb_, &address, peer.port);
  });
}

void Datagrams::disconnect() {
  inet_.run([&] { udp_disconnect(pcb_); });
}

void Datagrams::set_options(const SocketBuffers& buffers, std::uint8_t service) {
  buffers_ = buffers;
  if (pcb_ != nullptr) pcb_->tos = service;
}

std::size_t Datagrams::send_buffer_size() const {
  return buffers_.send_size(inet_);
}

std::size_t Datagrams::receive_buffer_size() const {
  return buffers_.receive_size(inet_);
}

std::uint16_t Datagrams::port() const {
  return pcb_ == nullptr ? 0 : pcb_->local_port;
}

std::uint32_t Datagrams::address() const {
  return pcb_ == nullptr ? 0 : lwip_ntohl(pcb_->local_ip.addr);
}

/// No datagram can come before that.
Datagrams::~Datagrams() {
  const auto later = later_.lock();
  if (!later || pcb_ == nullptr) return;
  later->push_back([&inet = inet_, pcb = pcb_, arrived = std::move(arrived_)]() mutable {
    end(inet, pcb, arrived);
  });
}

void Datagrams::end(Inet& inet, udp_pcb*& pcb, std::deque<Arrived>& arrived) {
  inet.cpu().spend(inet.params().socket.call, kSocketCall);
  inet.run([&] {
    udp_remove(std::exchange(pcb, nullptr));
    for (const Arrived& one : arrived) pbuf_free(one.chain);
    arrived.clear();
  });
}

void Datagrams::close() {
  if (pcb_ == nullptr) return;
  end(inet_, pcb_, arrived_);
  waiting_bytes_ = 0;
  readers_.tell();
}

std::int64_t Datagrams::send(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                             Peer to) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  if (pcb_ == nullptr) return -EBADF;
  if (length > kMost || length > send_buffer_size()) return -EMSGSIZE;
  std::vector<Physical> frames;
  pbuf* const chain = gather(policy, area, length, frames);
  cpu.spend(inet_.params().udp.output, kUdpOutput);
  if (inet_.stack().sums()) {
    cpu.spend(inet_.params().inet.checksum_start, kChecksumStart);
    cpu.scan(Bytes(static_cast<std::int64_t>(length)), kChecksum);
  }
  err_t result = ERR_BUF;
  bool admitted = false;
  inet_.run(
      [&] {
        const ip_addr_t address = address_at(to.node);
        admitted = inet_.admit(kUdpHeader + length);
        if (admitted) result = send_from(*pcb_, chain, address, to.port);
        pbuf_free(chain);
      },
      [&] {
        if (!admitted) cpu.spend(inet_.params().ip.output, kIpOutput);
      });
  // What is queued holds its frames itself.
  for (const Physical frame : frames) inet_.pages().release(frame);
  return result == ERR_OK ? static_cast<std::int64_t>(length) : -socket_error(result);
}

/// The bytes of the request as one datagram: pages of the process, or frames with copies.
pbuf* Datagrams::gather(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                        std::vector<Physical>& frames) {
  pbuf* chain = nullptr;
  for (std::size_t done = 0; done < length || chain == nullptr;) {
    pbuf* const next = piece(policy, {area + done, length, length - done}, frames);
    done += next->len;
    if (chain == nullptr)
      chain = next;
    else
      pbuf_cat(chain, next);
    inet_.cpu().spend(inet_.params().inet.mbuf, kMbuf);
  }
  return chain;
}

pbuf* Datagrams::piece(const CopyPolicy& policy, const Request& request,
                       std::vector<Physical>& frames) {
  host::Memory& memory = inet_.cpu().memory();
  const std::size_t page = inet_.page();
  const auto why = why_copied(policy, request, page);
  if (!why && page <= kMostReferenced) {
    frames.push_back(lend_page(inet_, request));
    ++counters_.sent.pages;
    return reference(memory, frames.back(), page);
  }
  const std::size_t length = std::min({request.left, cluster_of(inet_, request), kMostReferenced});
  counters_.sent.copied(why.value_or(WhyCopied::kNoPage), length);
  if (request.length > kSmallRequest) {
    frames.push_back(copy_in(inet_, request, length));
    return reference(memory, frames.back(), length);
  }
  pbuf* small = pbuf_alloc(PBUF_TRANSPORT, static_cast<u16_t>(length), PBUF_RAM);
  request.area.read(memory, {static_cast<std::uint8_t*>(small->payload), length});
  inet_.cpu().copied(Bytes(static_cast<std::int64_t>(length)), kCopySend);
  return small;
}

void Datagrams::received(void* of, udp_pcb*, pbuf* chain, const ip4_addr* from,
                         std::uint16_t port) {
  auto& socket = *static_cast<Datagrams*>(of);
  const std::size_t most = socket.receive_buffer_size();
  socket.inet_.concern(socket);
  socket.joined_.came(chain->tot_len);
  const bool in_the_way = !socket.arrived_.empty() && frames_are_scarce(socket.inet_);
  if (in_the_way || socket.waiting_bytes_ + chain->tot_len > most) {
    ++socket.counters_.dropped;
    pbuf_free(chain);
    return;
  }
  socket.waiting_bytes_ += chain->tot_len;
  socket.arrived_.push_back({chain, {node_at(*from), port}});
  socket.appended_ = true;
}

void Datagrams::settle() {
  joined_.spend();
  if (!appended_) return;
  appended_ = false;
  inet_.cpu().spend(inet_.params().socket.append, kSocketAppend);
  readers_.wake();
}

std::size_t Datagrams::waiting() const {
  return arrived_.empty() ? 0 : arrived_.front().chain->tot_len;
}

/// A negative error if none comes.
int Datagrams::wait_for_one(Time timeout) {
  host::Cpu& cpu = inet_.cpu();
  cpu.spend(inet_.params().socket.call, kSocketCall);
  const Time until = deadline_of(cpu, timeout);
  cpu.sync();
  while (arrived_.empty()) {
    if (pcb_ == nullptr) return -EBADF;
    if (!readers_.wait(until)) return -EAGAIN;
  }
  return 0;
}

std::int64_t Datagrams::peek(const UserArea& area, std::size_t length, Time timeout, Peer* from) {
  if (const int error = wait_for_one(timeout)) return error;
  const Arrived& one = arrived_.front();
  if (from != nullptr) *from = one.from;
  std::vector<std::uint8_t> bytes(std::min<std::size_t>(length, one.chain->tot_len));
  pbuf_copy_partial(one.chain, bytes.data(), static_cast<u16_t>(bytes.size()), 0);
  inet_.cpu().copied(Bytes(static_cast<std::int64_t>(bytes.size())), kCopyReceive);
  area.write(inet_.cpu().memory(), bytes);
  return static_cast<std::int64_t>(bytes.size());
}

std::int64_t Datagrams::receive(const CopyPolicy& policy, const UserArea& area, std::size_t length,
                                Time timeout, Peer* from) {
  if (const int error = wait_for_one(timeout)) return error;
  const Arrived one = arrived_.front();
  arrived_.pop_front();
  waiting_bytes_ -= one.chain->tot_len;
  if (from != nullptr) *from = one.from;
  std::size_t done = 0;
  for (pbuf* buffer = one.chain; buffer != nullptr && done < length; buffer = buffer->next) {
    const std::size_t here = std::min<std::size_t>(buffer->len, length - done);
    if (here > 0)
      deliver(inet_, policy, {area + done, length, length - done}, buffer, 0, here,
              counters_.received);
    done += here;
  }
  inet_.run([&] { pbuf_free(one.chain); });
  return static_cast<std::int64_t>(done);
}

}  // namespace flybar::inet
