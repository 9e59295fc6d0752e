/// What software stacks on LANai boards have in common: their firmware on every board, its routes,
/// and what the nodes do in the time that counts. A stack adds its drivers and what it calls them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "models/common/layer_params.h"
#include "models/lanai/board/driver_config.h"
#include "models/lanai/board/lanai_board.h"
#include "models/lanai/image/image.h"
#include "testbenches/experiments/testbed/node_use.h"
#include "testbenches/experiments/testbed/testbed.h"

namespace flybar::experiments {

/// What a stack knows of the firmware under it.
struct StackFirmware {
  /// The standard image, for a node with these parameters: a file beside the program.
  const char* (*file)(const LayerParams& node);
  const char* symbol;  ///< what it shares with its host
  const char* serves;  ///< "an image that serves PM channels": has that symbol
  const char* advice;  ///< about one that has not
  /// What it counts, if what it shares lies at this SRAM address. Null if it counts nothing.
  CounterPlaces (*counters)(std::uint32_t shared) = nullptr;
  /// Of its packets, for observers. Null if they carry no messages, or the stack names them itself.
  std::uint64_t (*packet_name)(std::span<const std::uint8_t> bytes) = nullptr;
  /// See find_limit().
  bool queues_hide = false;
};

class FirmwareStack {
 public:
  FirmwareStack(const FirmwareStack&) = delete;
  FirmwareStack& operator=(const FirmwareStack&) = delete;
  virtual ~FirmwareStack() = default;

  /// Runs on node `n`, at most one on each, once its firmware is up.
  void run_on(std::size_t n, Testbed::Software software);

  Testbed& testbed() { return testbed_; }

  /// What the parts of node `n` do counts from here, or to here: called by its software. Else all
  /// counts from when that starts until it returns; if that is at once, because handlers do the
  /// work, until the last one has_handled().
  void count_from(std::size_t n);
  void count_to(std::size_t n) { spans_[n].end = use(n); }
  /// The time that counts, after the run.
  Time counted(std::size_t n) const { return counted_to(n) - counted_from(n); }
  Time counted_from(std::size_t n) const { return spans_.at(n).begin.at; }
  Time counted_to(std::size_t n) const { return spans_.at(n).end->at; }
  /// Messages that cards dropped, likewise, on all nodes.
  struct Dropped {
    std::uint64_t no_room = 0, damaged = 0;
    std::uint64_t all() const { return no_room + damaged; }
  };
  Dropped dropped() const;
  /// What the test bed accounts for, and what the nodes did in the time that counts, after the run.
  void account(Results& results);

 protected:
  /// A table of more would not fit on a screen.
  static constexpr std::size_t kShownNodes = 16;

  /// On card number `card` of each node.
  FirmwareStack(Testbed& testbed, const StackFirmware& firmware, std::size_t card = 0)
      : testbed_(testbed), kind_(firmware), card_(card) {}

  /// Prepares the board of node `n` for its firmware. Of all nodes before the test bed runs.
  void attach(std::size_t n);
  /// Brings the firmware of node `n` up: called by its process before the software.
  virtual void start(std::size_t n) = 0;
  /// And when the software has returned and nothing counts any more.
  virtual void end(std::size_t) {}
  /// Resources that are the software's: messages wait for them, and they are busy with nothing.
  virtual std::vector<const Resource*> resources() const { return {}; }
  /// Tables of the stack's own.
  virtual void account_own(Results&) {}
  /// A handler of node `n` has done something.
  void has_handled(std::size_t n);

  /// As it is linked for a board.
  struct Firmware {
    lanai::Image image;
    std::uint32_t shared;  ///< SRAM address of StackFirmware::symbol
    CounterPlaces counters;
  };
  /// Precondition: attach(n).
  const Firmware& firmware(std::size_t n) const { return *firmware_.at(n); }
  std::size_t nodes() const { return testbed_.hardware().nodes(); }
  cluster::Node& node(std::size_t n) const { return testbed_.hardware().node(n); }
  const LayerParams& params(std::size_t n) const { return testbed_.context().system.node(n); }
  lanai::LanaiBoard& board(std::size_t n) const {
    return lanai::LanaiBoard::of(node(n).card(card_));
  }
  /// What every driver is told.
  lanai::DriverConfig config_of(std::size_t n) const;

 private:
  struct Span {
    NodeUse begin;
    std::optional<NodeUse> end;
    bool handlers = false;  ///< do the work: the software has returned at once
  };
  NodeUse use(std::size_t n) const {
    return NodeUse::of(testbed_.hardware(), n, firmware(n).counters, card_);
  }
  std::vector<NodeSpan> counted() const;
  void begin_span(std::size_t n) { spans_[n] = {use(n), std::nullopt}; }
  const Firmware& link(const std::string& file, Bytes sram);

  Testbed& testbed_;
  const StackFirmware& kind_;
  const std::size_t card_;
  std::map<std::pair<std::string, Bytes>, Firmware> linked_;  ///< by image and SRAM of the board
  std::map<std::size_t, const Firmware*> firmware_;           ///< by node
  std::map<std::size_t, Span> spans_;                         ///< likewise
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

}  // namespace flybar::experiments
