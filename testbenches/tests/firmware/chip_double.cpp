#include "testbenches/tests/firmware/chip_double.h"

#include <algorithm>
#include <cstring>

#include "models/layouts/generated/lanai_regs.hpp"

extern "C" {
#include "firmware/common/lanai.h"
}

namespace flybar::firmware {
namespace {

using namespace lanai::regs;

constexpr std::uint32_t kSharedAddress = 0x8000;
constexpr int kQuietTurns = 8;
constexpr std::uint8_t kPoison = 0xEE;  // where an engine is yet to write

ChipDouble* the_chip = nullptr;
alignas(32) std::uint8_t pool[1 << 20];

}  // namespace

ChipDouble::ChipDouble() : host(kHostBytes) {
  the_chip = this;
}
ChipDouble::~ChipDouble() {
  the_chip = nullptr;
}
ChipDouble& ChipDouble::current() {
  return *the_chip;
}

std::uint32_t ChipDouble::status() const {
  std::uint32_t isr = unused_ << Isr::kOrunShift;
  if (host_done_) isr |= Isr::kDmaMask;
  if (send_done_) isr |= Isr::kSendMask;
  if (!send_busy_ && open_.empty()) isr |= Isr::kSendRdyMask;
  if (full_) isr |= Isr::kBuffMask;
  if (received_) isr |= Isr::kRecvMask;
  if (host_signal_) isr |= Isr::kHostSigMask;
  return isr;
}

std::uint32_t ChipDouble::read(std::uint32_t offset) {
  if (offset == lanai::ipt_regs::Hit::kOffset) return ipt.hit() ? 1 : 0;
  if (offset == lanai::ipt_regs::Address::kOffset) return ipt.address();
  if (offset == lanai::ipt_regs::Length::kOffset) return ipt.length();
  if (offset != Isr::kOffset) return reg(offset);
  step();
  return status();
}

void ChipDouble::write(std::uint32_t offset, std::uint32_t value) {
  quiet_ = 0;
  if (offset == Isr::kOffset) {
    if ((value & Isr::kHostSigMask) && !host_signal_) host_signal_ = true, ++interrupts;
    return;
  }
  reg(offset) = value;
  if (offset == lanai::ipt_regs::TokenAt::kOffset) ipt.set_token_at(value);
  if (offset == lanai::ipt_regs::Take::kOffset) take_token();
  if (offset == lanai::ipt_regs::Restore::kOffset) ipt.restore(value);
  if (offset == DmaCtr::kOffset) begin_host_dma(value);
  if (offset == Sml::kOffset || offset == Smlt::kOffset) begin_send(value, offset == Smlt::kOffset);
  if (offset == Rml::kOffset) {
    armed_ = true;
    full_ = received_ = false;
    std::memset(sram_pointer(reg(Rmp::kOffset)), kPoison, value + 4 - reg(Rmp::kOffset));
  }
}

void ChipDouble::take_token() {
  if (!ipt.has_token()) return violation("no token has come that could be taken");
  ipt.take();
}

void ChipDouble::clear_host_signal() {
  host_signal_ = false;
}

void ChipDouble::begin_host_dma(std::uint32_t bytes) {
  const bool to_sram = reg(DmaDir::kOffset) & DmaDir::kE2lMask;
  if (host_busy_) violation("host DMA started while busy");
  if ((bytes | reg(Ear::kOffset) | reg(Lar::kOffset)) & 3) violation("host DMA is not aligned");
  if (bytes == 0 || std::uint64_t{reg(Ear::kOffset)} + bytes > host.size())
    violation("host DMA outside host memory");
  if (!violations.empty()) return;
  if (to_sram) std::memset(sram_pointer(reg(Lar::kOffset)), kPoison, bytes);
  transfers.push_back(
      {to_sram ? Transfer::Engine::kHostRead : Transfer::Engine::kHostWrite, bytes, false});
  host_busy_ = true;
  host_done_ = false;
}

void ChipDouble::begin_send(std::uint32_t limit, bool tail) {
  if (send_busy_) violation("send DMA started while busy");
  if (limit < reg(Smp::kOffset)) violation("send DMA of no word");
  if (!violations.empty()) return;
  skip_ = reg(Sa::kOffset) & 3;
  transfers.push_back({Transfer::Engine::kSend, limit + 4 - reg(Smp::kOffset) - skip_, tail});
  reg(Sml::kOffset) = limit;
  send_busy_ = true;
  send_done_ = false;
  send_tail_ = tail;
}

void ChipDouble::step() {
  if (!violations.empty()) return;
  step_host_dma();
  step_send();
  step_receive();
}

void ChipDouble::step_host_dma() {
  const bool to_sram = reg(DmaDir::kOffset) & DmaDir::kE2lMask;
  for (std::uint32_t n = 0; n < host_rate && host_busy_ && host_words != 0; ++n, --host_words) {
    void* local = sram_pointer(reg(Lar::kOffset));
    std::uint8_t* remote = host.data() + reg(Ear::kOffset);
    std::memcpy(to_sram ? local : remote, to_sram ? remote : local, 4);
    reg(Lar::kOffset) += 4;
    reg(Ear::kOffset) += 4;
    reg(DmaCtr::kOffset) -= 4;
    if (reg(DmaCtr::kOffset) == 0) host_busy_ = false, host_done_ = true;
  }
}

void ChipDouble::step_send() {
  for (std::uint32_t n = 0; n < send_rate && send_busy_; ++n) {
    const auto* word = static_cast<const std::uint8_t*>(sram_pointer(reg(Smp::kOffset)));
    open_.insert(open_.end(), word + skip_, word + 4);
    skip_ = 0;
    reg(Smp::kOffset) += 4;
    if (reg(Smp::kOffset) <= reg(Sml::kOffset)) continue;
    send_busy_ = false;
    send_done_ = true;
  }
  if (send_busy_ || !send_tail_ || open_.empty()) return;
  sent.push_back(open_);
  if (loopback) incoming.push_back({Bytes(open_.begin() + route_bytes, open_.end()), false});
  open_.clear();
}

void ChipDouble::step_receive() {
  for (std::uint32_t n = 0; n < receive_rate && receive_words != 0; ++n) {
    if (!armed_ || full_ || received_ || incoming.empty()) return;
    const Incoming& packet = incoming.front();
    const auto left = static_cast<std::uint32_t>(packet.bytes.size()) + 1 - arrived_;
    auto* word = static_cast<std::uint8_t*>(sram_pointer(reg(Rmp::kOffset)));
    const std::uint32_t count = std::min(left, 4u);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t at = arrived_ + i;
      word[i] = at < packet.bytes.size() ? packet.bytes[at] : (packet.crc_error ? 0x55 : 0);
    }
    watch(word, count == left);
    arrived_ += count;
    reg(Rmp::kOffset) += 4;
    full_ = reg(Rmp::kOffset) > reg(Rml::kOffset);
    unused_ = 4 - count;
    if (count == left) end_receive();
    --receive_words;
  }
}

/// The unit reads words as the chip does, the firmware as this machine does.
void ChipDouble::watch(const std::uint8_t* word, bool last) {
  std::array<std::uint8_t, 4> bytes;
  std::reverse_copy(word, word + 4, bytes.begin());
  ipt.watch(bytes);
  if (last) ipt.end_packet();
}

void ChipDouble::end_receive() {
  received_ = true;
  arrived_ = 0;
  incoming.pop_front();
}

bool ChipDouble::idle() const {
  const bool receiving = armed_ && !full_ && !received_ && !incoming.empty() && receive_words != 0;
  return !(host_busy_ && host_words != 0) && !send_busy_ && !receiving;
}

bool ChipDouble::running() {
  if (!violations.empty()) return false;
  quiet_ = idle() ? quiet_ + 1 : 0;
  return quiet_ < kQuietTurns;
}

void ChipDouble::run(void (*loop)()) {
  quiet_ = 0;
  loop();
}

}  // namespace flybar::firmware

using flybar::firmware::ChipDouble;

extern "C" {
std::uint32_t lanai_read(std::uint32_t offset) {
  return ChipDouble::current().read(offset);
}
void lanai_write(std::uint32_t offset, std::uint32_t value) {
  ChipDouble::current().write(offset, value);
}
std::uint32_t lanai_running() {
  return ChipDouble::current().running();
}

std::uint32_t sram_address(const volatile void* pointer) {
  const auto base = reinterpret_cast<std::intptr_t>(firmware_shared());
  return static_cast<std::uint32_t>(reinterpret_cast<std::intptr_t>(pointer) - base) +
         flybar::firmware::kSharedAddress;
}
void* sram_pointer(std::uint32_t address) {
  const auto offset = static_cast<std::int32_t>(address - flybar::firmware::kSharedAddress);
  return static_cast<std::uint8_t*>(firmware_shared()) + offset;
}
std::uint32_t sram_free_begin() {
  return sram_address(flybar::firmware::pool);
}
std::uint32_t sram_free_end() {
  return sram_free_begin() + ChipDouble::current().sram_bytes - 40 * 1024;
}
}
