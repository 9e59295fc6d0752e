/// The physical memory of one host: bytes for software, a TLM target for the host bridge.
///
/// A frame takes real memory only once it is touched. A device may read only frames that are being
/// sent, and write only frames that are receiving (or either if shared); software must not write a
/// frame that is handed out. Anything else stops the run with a SimulationError.
#pragma once

#include <tlm_utils/simple_target_socket.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/common/agenda.h"
#include "models/host/memory/frames.h"
#include "models/host/memory/native_index.h"
#include "models/host/params.h"

namespace flybar::host {

class Memory : public sc_core::sc_module {
 public:
  /// b_transport: physical address, READ or WRITE, any length; the annotated time says when.
  /// transport_dbg: the same access takes no time and ignores who has the frames; it moves no bytes
  /// outside the memory.
  tlm_utils::simple_target_socket<Memory> dma{"dma"};
  /// A socket for each bus of the host: `dma` for the first, and others like it.
  tlm::tlm_target_socket<>& port(std::size_t bus);
  /// Names what the device is doing at this instant, for errors.
  std::function<std::string(Time)> device = [](Time) { return std::string("a device"); };

  Memory(sc_core::sc_module_name name, const HostParams& params);

  Frames frames;

  /// The same accesses, for devices that are not on the bus.
  void device_write(Physical address, std::span<const std::uint8_t> data, Time at);
  void device_read(Physical address, std::span<std::uint8_t> data, Time at);
  /// What devices have moved so far.
  Bytes traffic() const { return traffic_; }

  /// Software's access, which takes no time here: the CPU accounts for it.
  void write(Physical address, std::span<const std::uint8_t> data);
  void read(Physical address, std::span<std::uint8_t> data) const;
  /// The 32-bit word at `address` in network order.
  std::uint32_t word(Physical address) const;
  /// By software, for who polls the word: after sync().
  void write_word(Physical address, std::uint32_t value);

  /// The bytes from `address` to the end of its frame, to look at in place. Untouched memory reads
  /// as zeros.
  std::span<const std::uint8_t> view(Physical address) const;
  /// The same to fill in place. Throws SimulationError if software may not write there now.
  std::span<std::uint8_t> edit(Physical address);

  /// From now on the bytes of the frame at `address` are `bytes`, one frame long: a page of a
  /// program whose memory lies elsewhere in one piece. Throws SimulationError if the frame has been
  /// touched already.
  void place(Physical address, std::span<std::uint8_t> bytes);

  /// The address of the byte that view(), edit() or place() has shown at `native`: the way back for
  /// software that has kept a pointer. Nothing if it is in no frame that was touched or placed;
  /// what view() shows of an untouched frame is in none.
  std::optional<Physical> find(const std::uint8_t* native) const;

  /// `task` runs whenever a device has written the word at `address`, at the time of the transfer,
  /// or software has, by write_word(), until unwatch(). The task itself must not watch or unwatch.
  void watch(Physical address, Task& task) { watches_.push_back({address, &task}); }
  void unwatch(Task& task);

 private:
  using Port = tlm_utils::simple_target_socket<Memory>;
  void listen(Port& port);
  std::vector<std::unique_ptr<Port>> other_ports_;
  Bytes traffic_;
  struct Watch {
    Physical address;
    Task* task;
  };
  struct Storage {
    std::uint8_t* bytes = nullptr;  ///< null: untouched
    std::unique_ptr<std::uint8_t[]> own = {};
  };

  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& payload);
  void check_device(Physical address, Bytes length, bool is_write, Time at) const;
  [[noreturn]] void refuse_device(Physical address, const std::string& why, FrameState wanted,
                                  Time at) const;
  void check_software(Physical address) const;
  void store(Physical address, std::span<const std::uint8_t> data);
  void run_watches(Physical address, std::size_t length, Time at);
  std::span<std::uint8_t> touch(Physical address);

  std::vector<Storage> storage_;
  NativeIndex natives_;
  std::vector<std::uint8_t> zeros_;
  std::vector<Watch> watches_;
};

}  // namespace flybar::host
