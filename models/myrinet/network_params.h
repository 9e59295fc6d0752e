/// What can be set about a Myrinet network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/fault.h"
#include "models/common/rate.h"
#include "models/common/units.h"
#include "models/myrinet/link/link_faults.h"
#include "models/myrinet/shape/folded_clos.h"

namespace flybar {
class LayerParams;
class Parameters;
}  // namespace flybar

namespace flybar::myrinet {

/// Sources, limits and confidence stand in describe().
struct LinkParams {
  Rate rate = Rate::mb_per_s(160);
  double length = 10;  ///< m, of cables that the topology gives no length
  Time delay_per_metre = Time::ps(4920);
};

struct SwitchParams {
  std::int64_t ports = 8;  ///< of each switch that a topology builder makes
  /// First byte of a packet begins to arrive, to the first one out begins to leave, if the output
  /// is free. All later bytes take as long, but for the byte time of the route byte.
  Time fall_through = Time::ns(300);
  // What follows from rate, cable and fall-through, if it is not set: see derive_marks().
  Bytes slack = Bytes(80);      ///< buffer behind each port
  Bytes stop_mark = Bytes(56);  ///< STOP goes out when so much waits
  Bytes go_mark = Bytes(40);    ///< GO goes out when less waits
  Time timeout = Time::ms(50);  ///< a packet that does not move for longer is cut
};

struct FaultParams {
  double byte_errors = 0;  ///< of every cable, each direction: see LinkFaults
  double lost_tails = 0;   ///< likewise
  std::int64_t dead_cable =
      -1;          ///< number of a cable that dies; cable p is that of node p. -1: none
  Time dead_from;  ///< when it dies
  std::int64_t seed = 1;
};

/// The most that SwitchParams::timeout may be.
inline constexpr Time kLongestTimeout = Time::ms(1000);

/// How switches are put together if a system file does not say it.
enum class Shape : std::uint8_t {
  kTree,  ///< fewest_switches()
  kClos,  ///< folded_clos()
  kOne,   ///< one switch with a port for every node
};

/// In m.
struct Lengths {
  double shortest;
  double longest;
};

/// What the cables of a network are, where a topology says it.
struct CableLengths {
  Lengths all;
  Lengths of_nodes;  ///< from a node to a switch or another node
};

struct NetworkParams {
  static constexpr const char* kLayer = "myrinet";
  LinkParams link;
  std::optional<CableLengths> laid = {};  ///< if not all cables are as long as link.length says
  SwitchParams switches;
  Shape shape = Shape::kTree;
  Bisection bisection = Bisection::kFull;
  FaultParams faults;

  Time byte_time() const { return link.rate.byte_time(); }
  Time cable_delay(double metres) const;
  Time cable_delay() const { return cable_delay(link.length); }
  CableLengths lengths() const;
  /// Of cable number `cable` in one direction.
  LinkFaults faults_of(std::size_t cable) const;
};

/// Those of a topology with at least one cable of a node; `length` in m is that of cables to which
/// it gives none.
CableLengths lengths_of(const Topology& topology, double length);

/// Connects N nodes as network.shape says. Throws ConfigurationError if the switches have too few
/// ports, or if network.bisection is half and the shape has no top level.
Topology topology_of(const NetworkParams& params, std::size_t nodes);

/// Enters `params` as link.*, switch.* and network.*; the table refers to the fields and checks
/// them together.
void describe(Parameters& table, NetworkParams& params);

/// Adds NetworkParams to those that all nodes share.
void add_layer(LayerParams& shared);

/// A slack buffer must hold what a cable still delivers after STOP.
struct SlackRule {
  Bytes slack;
  Bytes stop_mark;
  Time reaction;  ///< from the byte that fills it to the mark until STOP is sent
};
/// The least slack that a cable of `metres` cannot overrun.
Bytes least_slack(const SlackRule& rule, const NetworkParams& params, double metres);
/// A mark for GO that goes with one for STOP.
Bytes go_mark_below(Bytes stop_mark);
/// What is wrong with `block`.slack behind a cable of `metres`; empty if nothing is.
std::vector<Fault> check_slack(const std::string& block, const SlackRule& rule,
                               const NetworkParams& params, double metres);

/// What is wrong with the parameters together; empty if they fit.
std::vector<Fault> check(const NetworkParams& params);

}  // namespace flybar::myrinet
