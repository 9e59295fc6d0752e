/// Stacks on LANai boards: their firmware on every board, and its routes.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/common/layer_params.h"
#include "models/lanai/board/driver_config.h"
#include "models/lanai/board/lanai_board.h"
#include "models/lanai/image/image.h"
#include "testbenches/experiments/measure/stack.h"

namespace flybar::experiments {

/// SRAM addresses of what a firmware counts; of several the sum counts.
struct CounterPlaces {
  std::vector<std::uint32_t> sent;
  std::vector<std::uint32_t> received;
  std::vector<std::uint32_t> dropped;
  std::vector<std::uint32_t> damaged;
};

/// What a stack knows of the firmware under it.
struct StackFirmware {
  /// The standard image, for a node with these parameters: a file beside the program.
  const char* (*file)(const LayerParams& node);
  const char* symbol;  ///< what it shares with its host
  const char* serves;  ///< "an image that serves PM channels": has that symbol
  const char* advice;  ///< about one that has not
  /// What it counts, if what it shares lies at this SRAM address. Null if it counts nothing.
  CounterPlaces (*counters)(std::uint32_t shared) = nullptr;
  /// Gives observers the message of a packet. Null if packets carry no messages, or if the stack
  /// names them itself.
  std::uint64_t (*packet_name)(std::span<const std::uint8_t> bytes) = nullptr;
};

class FirmwareStack : public Stack {
 protected:
  FirmwareStack(Testbed& testbed, const StackFirmware& firmware, std::size_t card = 0)
      : Stack(testbed, card), kind_(firmware) {}

  /// Prepares the board of node `n` for its firmware. Of all nodes before the test bed runs.
  void attach(std::size_t n);
  /// Brings the firmware of node `n` up.
  void start(std::size_t n) override = 0;
  std::optional<MessageCounts> counts(std::size_t n) const override;

  /// As it is linked for a board.
  struct Firmware {
    lanai::Image image;
    std::uint32_t shared;  ///< SRAM address of StackFirmware::symbol
    CounterPlaces counters;
  };
  /// Precondition: attach(n).
  const Firmware& firmware(std::size_t n) const { return *firmware_.at(n); }
  lanai::LanaiBoard& board(std::size_t n) const { return lanai::LanaiBoard::of(*seat(n).card); }
  /// What every driver is told.
  lanai::DriverConfig config_of(std::size_t n) const;

 private:
  const Firmware& link(const std::string& file, Bytes sram);

  const StackFirmware& kind_;
  std::map<std::pair<std::string, Bytes>, Firmware> linked_;  ///< by image and SRAM of the board
  std::map<std::size_t, const Firmware*> firmware_;           ///< by node
};

/// Firmware without a driver of its own: the image is copied onto the boards, and the software of
/// the nodes does the rest.
class BareStack : public FirmwareStack {
 public:
  BareStack(Testbed& testbed, const StackFirmware& firmware);

  /// PCI address of what the firmware of node `n` shares with its host.
  std::uint32_t shared(std::size_t n) const {
    return config_of(n).board().sram() + firmware(n).shared;
  }

 protected:
  void start(std::size_t n) override;
};

/// An experiment whose nodes run a stack, and so its firmware.
template <class Stack>
class ExperimentOn : public Experiment {
 public:
  const char* firmware(const cluster::SystemParams& system) const override {
    return Stack::kFirmware.file(system.node(0));
  }
};

/// The standard firmware image `name` (for example "trapeze.elf"), which lies beside the program.
std::string firmware_path(const std::string& name);

/// Links the object files that the context names, or else the standard image `name`, for a board
/// with `sram` of memory. Throws ConfigurationError.
lanai::Image load_firmware(const Context& context, const std::string& name, Bytes sram);

}  // namespace flybar::experiments
