#include "testbenches/tests/inet/transfer.h"

#include <algorithm>

#include "lwip/ip_addr.h"
#include "lwip/tcp.h"

namespace flybar::inet {
namespace {

Transfer& of(void* transfer) {
  return *static_cast<Transfer*>(transfer);
}

std::vector<std::uint8_t> random_bytes(std::mt19937_64& random, std::size_t amount) {
  std::vector<std::uint8_t> bytes(amount);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

}  // namespace

Transfer::Transfer(Pair& pair, unsigned from, std::uint16_t port, std::size_t amount,
                   std::size_t piece)
    : content(random_bytes(pair.random, amount)), pair_(pair), from_(from), piece_(piece) {
  pair_.in(1 - from, [&] { listen(port); });
  pair_.in(from, [&] { connect(port); });
  pair_.arrived = [before = pair_.arrived, this](unsigned side) {
    before(side);
    if (side != from_) read();
  };
}

Transfer::~Transfer() {
  if (waiting_ != nullptr) pbuf_free(waiting_);
}

void Transfer::listen(std::uint16_t port) {
  tcp_pcb* block = tcp_new();
  tcp_bind(block, IP_ADDR_ANY, port);
  block = tcp_listen(block);
  tcp_arg(block, this);
  tcp_accept(block, [](void* transfer, tcp_pcb* accepted, err_t) -> err_t {
    of(transfer).accept(accepted);
    return ERR_OK;
  });
}

void Transfer::connect(std::uint16_t port) {
  sender_ = tcp_new();
  tcp_arg(sender_, this);
  tcp_err(sender_, [](void* transfer, err_t) {
    of(transfer).failed = true;
    of(transfer).sender_ = nullptr;
  });
  tcp_sent(sender_, [](void* transfer, tcp_pcb*, std::uint16_t) -> err_t {
    of(transfer).write();
    return ERR_OK;
  });
  const ip_addr_t to{lwip_htonl(pair_.address(1 - from_))};
  tcp_connect(sender_, &to, port, [](void* transfer, tcp_pcb*, err_t) -> err_t {
    of(transfer).write();
    return ERR_OK;
  });
}

void Transfer::accept(tcp_pcb* block) {
  reader_ = block;
  tcp_arg(block, this);
  tcp_recv(block, [](void* transfer, tcp_pcb*, pbuf* packet, err_t) -> err_t {
    of(transfer).take(packet);
    return ERR_OK;
  });
}

void Transfer::write() {
  if (sender_ == nullptr) return;
  while (written_ < content.size()) {
    const std::size_t room = std::min<std::size_t>(sender_->snd_buf, content.size() - written_);
    const std::size_t wanted = piece_ != 0 ? piece_ : 1 + pair_.random() % 60'000;
    const std::size_t length = std::min(room, wanted);
    const std::uint8_t* data = content.data() + written_;
    // By reference: the bytes stay where they are.
    if (length == 0 || tcp_write(sender_, data, static_cast<std::uint16_t>(length), 0) != ERR_OK)
      break;
    written_ += length;
  }
  tcp_output(sender_);
  most_in_flight = std::max<std::size_t>(most_in_flight, sender_->snd_nxt - sender_->lastack);
  if (written_ == content.size()) {
    tcp_close(sender_);
    sender_ = nullptr;
  }
}

void Transfer::take(pbuf* packet) {
  if (packet == nullptr) {
    ended = true;
  } else if (waiting_ == nullptr) {
    waiting_ = packet;
  } else {
    pbuf_cat(waiting_, packet);
  }
}

void Transfer::read() {
  if (reader_ == nullptr || (waiting_ == nullptr && !ended)) return;
  pair_.in(1 - from_, [&] {
    for (const pbuf* piece = waiting_; piece != nullptr; piece = piece->next) {
      const auto* bytes = static_cast<const std::uint8_t*>(piece->payload);
      received.insert(received.end(), bytes, bytes + piece->len);
      tcp_recved(reader_, piece->len);
    }
    if (waiting_ != nullptr) pbuf_free(waiting_);
    waiting_ = nullptr;
    if (ended) {
      tcp_close(reader_);
      reader_ = nullptr;
    }
  });
}

}  // namespace flybar::inet
