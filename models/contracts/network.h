/// A network as a part of a system: how it is planned from what the user says, built, and accounted
/// for. How nodes run on it is its Fabric.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/fault.h"
#include "models/common/layer_params.h"
#include "models/common/observer.h"
#include "models/common/toml_file.h"
#include "models/contracts/fabric.h"
#include "models/contracts/resource.h"

namespace flybar {

/// What has passed one direction of a cable in a window of time.
struct CableTraffic {
  std::string from, to;                  ///< "node 3", "switch 0 port 5"
  std::optional<std::size_t> from_port;  ///< if it leads from a node: which port of the network
  std::optional<std::size_t> to_port;
  std::uint64_t packets = 0;  ///< that have passed in full
  Time moving;                ///< bytes
  Time held;                  ///< by packets, each from its first byte to its last
  Time stopped;               ///< the far end let nothing pass
  std::uint64_t stops = 0;    ///< how often
  std::uint64_t cut = 0;  ///< packets that waited or stood before it for too long, and were lost
  Time crossing = {};     ///< the least that heads of packets took through the switch before it
};

/// What faults of the network have done to what was sent.
struct Losses {
  std::uint64_t damaged_bytes = 0;
  std::uint64_t lost_tails = 0;  ///< ends of packets
  std::uint64_t lost_bytes = 0;

  Losses& operator+=(const Losses& more) {
    damaged_bytes += more.damaged_bytes, lost_tails += more.lost_tails;
    lost_bytes += more.lost_bytes;
    return *this;
  }
};

/// When switches give a packet up that stands.
struct CutRule {
  const char* key;  ///< the parameter
  Time timeout;
  Time longest;  ///< that the parameter may be
};

/// Port p is that of the p-th card on the network, in the order of nodes.
class Network : public Fabric {
 public:
  virtual std::size_t ports() const = 0;
  /// What a card puts before a packet, so that it gets from one port to another.
  virtual std::vector<std::uint8_t> route(std::size_t from, std::size_t to) const = 0;
  /// How long one byte takes on a link.
  virtual Time byte_time() const = 0;

  /// While it is quiet: the card at the port sends nothing before, unless something reaches it.
  virtual Time silent_until(std::size_t /*port*/) const { return Time(); }

  /// What a direction of its cables is when it is busy.
  virtual const Resource& cable() const = 0;
  /// The resource for which messages wait between cables; null if they wait for cables alone.
  virtual const Resource* crossing() const { return nullptr; }

  // Accounts, each from the start of the run.

  virtual Bytes sent(std::size_t port) const = 0;
  /// How often the card at the port let nothing pass to it.
  virtual std::uint64_t stops(std::size_t port) const = 0;
  /// Its faults damage or lose something, so that messages may not arrive.
  virtual bool is_lossy() const = 0;
  virtual Losses losses() const = 0;
  /// How long a packet may stand before a switch cuts it. Nothing if none ever does.
  virtual std::optional<CutRule> cuts() const { return std::nullopt; }

  // What passes the cables in a window of time: from the start of the run, unless another instant
  // is given. What a card or switch has sent ahead of the window's end does not count.

  /// Precondition: `from` is not before the kernel's time.
  virtual void count_cables_from(Time from) = 0;
  /// Precondition: all nodes have run to `until`, which is not before the kernel's time.
  virtual std::vector<CableTraffic> cables(Time until) const = 0;
};

/// How the ports of a network are connected. Everything about it has been checked.
class NetworkPlan {
 public:
  virtual ~NetworkPlan() = default;
  virtual std::size_t ports() const = 0;
  /// For people, in one line.
  virtual std::string summary() const = 0;
  /// Every port and cable, one by one: networks with the same text give the same results.
  virtual std::string text() const = 0;
  /// Enters what follows from it in parameters on which cards rely, as the longest cable.
  virtual void enter(LayerParams& /*shared*/) const {}
  virtual std::unique_ptr<Network> build(const std::string& name, const LayerParams& shared,
                                         Observer& observer) const = 0;
};

/// The section of a network in a system file, as it is written.
struct NetworkSection {
  std::string name;               ///< "network"
  std::string where;              ///< of the section, or of the file if there is none
  std::string file;               ///< for places of values
  std::vector<TomlValue> values;  ///< keys without the section's name

  bool empty() const { return values.empty(); }
};

/// Ports that a name stands for: "sender" for those from `first` on.
struct NamedPorts {
  std::string name;
  std::size_t first;
  std::size_t count;
};

/// A kind of network, for the list of parts.
struct NetworkKind {
  std::string name;                                  ///< "myrinet"
  std::string summary;                               ///< one line
  void (*add_layer)(LayerParams& shared) = nullptr;  ///< none if it has no parameters
  /// A key that the section of such a network may have.
  struct Key {
    const char* name;                 ///< "ports"
    bool list = false;                ///< its value is a list
    const char* parameter = nullptr;  ///< the parameter that it sets: "switch.ports"
    bool connects = false;            ///< it says how the ports are connected
  };
  std::vector<Key> keys;
  /// Parameters that say how the ports are connected if the section does not: "network.shape".
  std::vector<std::string> connecting;
  /// Parameters of faults that are drawn by chance: nothing is random while each rate is 0.
  struct Chance {
    std::string seed;                ///< "link.fault_seed"; empty: there is none
    std::vector<std::string> rates;  ///< the plainest first
  };
  Chance chance = {};
  /// Connects these ports as the section says, or as the parameters do if it is empty. Throws
  /// ConfigurationError with every fault and its line.
  std::shared_ptr<const NetworkPlan> (*plan)(const NetworkSection& section,
                                             const std::vector<NamedPorts>& ports,
                                             const LayerParams& shared) = nullptr;
  bool threads = false;  ///< nodes may send at the same time, on threads, each at its own ports
};

}  // namespace flybar
