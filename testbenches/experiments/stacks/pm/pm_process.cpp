#include "testbenches/experiments/stacks/pm/pm_process.h"

#include <cerrno>
#include <cstring>

#include "models/common/delivery_error.h"
#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"

namespace flybar::experiments {

namespace {

std::uint8_t pattern_byte(std::uint64_t serial, std::size_t at) {
  return static_cast<std::uint8_t>(serial * 151 + at * 7 + (at >> 8) * 13 + 1);
}

}  // namespace

void fill_pattern(std::span<std::uint8_t> bytes, std::uint64_t serial) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = pattern_byte(serial, i);
}

void compare_pattern(std::span<const std::uint8_t> bytes, std::uint64_t serial,
                     const std::string& where) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == pattern_byte(serial, i)) continue;
    throw DeliveryError(where + " at " + quantity::print(software_time()),
                        "byte " + std::to_string(i) + " of " + std::to_string(bytes.size()) +
                            " is " + std::to_string(bytes[i]),
                        std::to_string(pattern_byte(serial, i)),
                        "look at what firmware and driver did to this page");
  }
}

/// Areas of the programs begin at multiples of 16, so a page begins at some multiple of 4096 of the
/// process, which the library knows and the program finds.
std::span<std::uint8_t> from_page(std::span<std::uint8_t> pool) {
  constexpr std::size_t kPage = 4096;
  return pool.subspan((kPage - reinterpret_cast<std::uintptr_t>(pool.data()) % kPage) % kPage);
}

template <class Call>
void PmProcess::until(const char* what, int busy, Call call) {
  while (const int error = call()) {
    if (error != busy)
      throw DeliveryError(std::string(what) + " on node " + std::to_string(host_.node) + " at " +
                              quantity::print(software_time()),
                          std::string("the error ") + std::strerror(error), "success",
                          "look at the counters of the firmware");
    pm_wait(ch_, what);
  }
}

std::span<std::uint8_t> PmProcess::allocate(Bytes bytes) {
  const auto size = static_cast<std::size_t>(bytes.count);
  void* memory = pm_alloc(ch_, size);
  if (memory == nullptr)
    throw SimulationError("node " + std::to_string(host_.node),
                          quantity::print(bytes) + " more than its memory", "less",
                          "raise host.memory");
  return {static_cast<std::uint8_t*>(memory), size};
}

std::span<std::uint8_t> PmProcess::send_buffer(Bytes length) {
  void* buffer = nullptr;
  const auto size = static_cast<std::size_t>(length.count);
  until("_pmGetSendBuf", ENOBUFS, [&] { return _pmGetSendBuf(ch_, &buffer, size); });
  return {static_cast<std::uint8_t*>(buffer), size};
}

void PmProcess::send(int node) {
  until("_pmSend", 0, [&] { return _pmSend(ch_, node); });
}

std::span<std::uint8_t> PmProcess::receive() {
  void* buffer = nullptr;
  std::size_t size = 0;
  until("_pmReceive", ENOBUFS, [&] { return _pmReceive(ch_, &buffer, &size); });
  return {static_cast<std::uint8_t*>(buffer), size};
}

void PmProcess::put_back() {
  until("_pmPutReceiveBuf", 0, [&] { return _pmPutReceiveBuf(ch_); });
}

pm_handle PmProcess::lock(std::span<std::uint8_t> area) {
  pm_handle handle = 0;
  until("_pmMLock", 0, [&] { return _pmMLock(ch_, area.data(), area.size(), &handle); });
  return handle;
}

void PmProcess::unlock(std::span<std::uint8_t> area) {
  until("_pmMUnLock", 0, [&] { return _pmMUnLock(ch_, area.data(), area.size()); });
}

void PmProcess::write(int node, pm_handle remote, pm_handle local, Bytes length) {
  const auto size = static_cast<std::size_t>(length.count);
  until("_pmVWrite", ENOBUFS, [&] { return _pmVWrite(ch_, node, remote, local, size); });
}

void PmProcess::until_stored() {
  until("_pmSendDone", EBUSY, [&] { return _pmSendDone(ch_); });
}

void PmProcess::tell(int node, std::uint64_t value) {
  const auto buffer = send_buffer(Bytes(sizeof(value)));
  std::memcpy(buffer.data(), &value, sizeof(value));
  send(node);
}

std::uint64_t PmProcess::hear() {
  std::uint64_t value = 0;
  std::memcpy(&value, receive().data(), sizeof(value));
  put_back();
  return value;
}

}  // namespace flybar::experiments
