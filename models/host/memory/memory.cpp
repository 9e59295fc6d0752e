#include "models/host/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/host/memory/words.h"

namespace flybar::host {
namespace {

Bytes bytes_of(std::size_t n) {
  return Bytes(static_cast<std::int64_t>(n));
}

}  // namespace

Memory::Memory(sc_core::sc_module_name name, const HostParams& params)
    : sc_module(name),
      frames(params.memory, params.frame),
      storage_(frames.count()),
      natives_(static_cast<std::size_t>(params.frame.count)),
      zeros_(static_cast<std::size_t>(params.frame.count)) {
  listen(dma);
}

void Memory::listen(Port& port) {
  port.register_b_transport(this, &Memory::transport);
  port.register_transport_dbg(this, &Memory::debug);
}

tlm::tlm_target_socket<>& Memory::port(std::size_t bus) {
  if (bus == 0) return dma;
  while (other_ports_.size() < bus) {
    const std::string number = std::to_string(other_ports_.size() + 1);
    listen(*other_ports_.emplace_back(std::make_unique<Port>(("dma" + number).c_str())));
  }
  return *other_ports_[bus - 1];
}

void Memory::transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const Time at = instant(delay);
  const auto address = static_cast<Physical>(payload.get_address());
  const std::span<std::uint8_t> data(payload.get_data_ptr(), payload.get_data_length());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (payload.is_write()) {
    device_write(address, data, at);
  } else {
    device_read(address, data, at);
  }
}

unsigned Memory::debug(tlm::tlm_generic_payload& payload) {
  const auto address = static_cast<Physical>(payload.get_address());
  const std::span<std::uint8_t> data(payload.get_data_ptr(), payload.get_data_length());
  const bool inside =
      payload.get_address() == address && frames.contains(address, bytes_of(data.size()));
  payload.set_response_status(inside ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (!inside) return 0;
  if (payload.is_write()) {
    store(address, data);
    run_watches(address, data.size(), software_time());
  } else if (payload.is_read()) {
    read(address, data);
  }
  return payload.get_data_length();
}

void Memory::device_write(Physical address, std::span<const std::uint8_t> data, Time at) {
  check_device(address, bytes_of(data.size()), true, at);
  traffic_ += bytes_of(data.size());
  store(address, data);
  run_watches(address, data.size(), at);
}

void Memory::device_read(Physical address, std::span<std::uint8_t> data, Time at) {
  check_device(address, bytes_of(data.size()), false, at);
  traffic_ += bytes_of(data.size());
  read(address, data);
}

void Memory::check_device(Physical address, Bytes length, bool is_write, Time at) const {
  const FrameState wanted = is_write ? FrameState::kReceiving : FrameState::kSending;
  if (!frames.contains(address, length)) refuse_device(address, "outside memory", wanted, at);
  const auto step = static_cast<std::size_t>(frames.frame_size().count);
  for (std::size_t a = address; a < address + static_cast<std::size_t>(length.count);
       a = (a / step + 1) * step) {
    const FrameState state = frames.state(static_cast<Physical>(a));
    if (state == wanted || state == FrameState::kShared) continue;
    refuse_device(static_cast<Physical>(a), "whose frame is " + std::string(host::name(state)),
                  wanted, at);
  }
}

void Memory::refuse_device(Physical address, const std::string& why, FrameState wanted,
                           Time at) const {
  const bool is_write = wanted == FrameState::kReceiving;
  throw SimulationError(
      std::string(this->name()) + " at " + quantity::print(at),
      device(at) + (is_write ? " writes address " : " reads address ") + std::to_string(address) +
          " (frame " + std::to_string(frames.index(address)) + "), " + why,
      "a frame that is " + std::string(host::name(wanted)),
      "look at the DMA address that the firmware used, and when the host took the "
      "frame back")
      .at(at);
}

void Memory::check_software(Physical address) const {
  const FrameState state = frames.state(address);
  if (state == FrameState::kHost || state == FrameState::kShared) return;
  throw SimulationError(std::string(this->name()) + " at " + quantity::print(software_time()),
                        "software writes frame " + std::to_string(frames.index(address)) +
                            ", which is " + std::string(host::name(state)),
                        "a frame that belongs to the host",
                        "wait for the completion of the transfer before using the frame again");
}

std::span<std::uint8_t> Memory::touch(Physical address) {
  const auto size = static_cast<std::size_t>(frames.frame_size().count);
  Storage& storage = storage_.at(frames.index(address));
  if (storage.bytes == nullptr) {
    storage.own = std::make_unique<std::uint8_t[]>(size);
    storage.bytes = storage.own.get();
    natives_.add(storage.bytes, frames.index(address));
  }
  const std::size_t offset = address % size;
  return {storage.bytes + offset, size - offset};
}

void Memory::place(Physical address, std::span<std::uint8_t> bytes) {
  Storage& storage = storage_.at(frames.index(address));
  if (storage.bytes != nullptr || bytes_of(bytes.size()) != frames.frame_size())
    throw SimulationError(std::string(this->name()) + " at " + quantity::print(software_time()),
                          "bytes for frame " + std::to_string(frames.index(address)) +
                              ", which is in use or of another size",
                          "a whole frame that was never touched", "place it once, before its use");
  storage.bytes = bytes.data();
  natives_.add(storage.bytes, frames.index(address));
}

std::optional<Physical> Memory::find(const std::uint8_t* native) const {
  const auto place = natives_.find(native);
  if (!place) return std::nullopt;
  const auto size = static_cast<std::size_t>(frames.frame_size().count);
  return static_cast<Physical>(place->number * size + place->offset);
}

std::span<const std::uint8_t> Memory::view(Physical address) const {
  const auto size = static_cast<std::size_t>(frames.frame_size().count);
  const Storage& storage = storage_.at(frames.index(address));
  const std::size_t offset = address % size;
  return {(storage.bytes ? storage.bytes : zeros_.data()) + offset, size - offset};
}

std::span<std::uint8_t> Memory::edit(Physical address) {
  check_software(address);
  return touch(address);
}

void Memory::store(Physical address, std::span<const std::uint8_t> data) {
  while (!data.empty()) {
    const auto target = touch(address);
    const std::size_t n = std::min(target.size(), data.size());
    std::memcpy(target.data(), data.data(), n);
    address += static_cast<Physical>(n);
    data = data.subspan(n);
  }
}

void Memory::write(Physical address, std::span<const std::uint8_t> data) {
  for (std::size_t done = 0; done < data.size(); done += view(address + done).size()) {
    check_software(address + static_cast<Physical>(done));
  }
  store(address, data);
}

void Memory::read(Physical address, std::span<std::uint8_t> data) const {
  while (!data.empty()) {
    const auto source = view(address);
    const std::size_t n = std::min(source.size(), data.size());
    std::memcpy(data.data(), source.data(), n);
    address += static_cast<Physical>(n);
    data = data.subspan(n);
  }
}

std::uint32_t Memory::word(Physical address) const {
  return get_word(view(address));
}

void Memory::write_word(Physical address, std::uint32_t value) {
  put_word(edit(address), value);
  run_watches(address, 4, software_time());
}

void Memory::unwatch(Task& task) {
  std::erase_if(watches_, [&](const Watch& watch) { return watch.task == &task; });
}

void Memory::run_watches(Physical address, std::size_t length, Time at) {
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    const Watch watch = watches_[i];
    if (watch.address + 4 > address && watch.address < address + length) watch.task->run(at);
  }
}

}  // namespace flybar::host
