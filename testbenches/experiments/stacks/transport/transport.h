/// What carries messages and packets between hosts, as an option of experiments: which cards and
/// networks a system then has, and which of them is meant if it has several.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "models/cluster/build/system_params.h"
#include "models/cluster/files/setting.h"
#include "models/common/parameters.h"

namespace flybar::experiments {

enum class Transport : std::uint8_t {
  kTrapeze,    ///< messages of Trapeze themselves
  kIpTrapeze,  ///< IP in messages of Trapeze
  kIpMyriapi,  ///< IP in packets of the vendor's firmware
  kEthernet,
  kAtm,
};

/// All that carry IP.
inline constexpr std::initializer_list<Transport> kIpTransports = {
    Transport::kIpTrapeze, Transport::kIpMyriapi, Transport::kEthernet, Transport::kAtm};

/// Adds the option `transport` with these values.
void add_transport(Parameters& options, Transport& transport, const std::vector<Transport>& allowed,
                   const char* source);
/// The parts that it needs, for Experiment::parts().
std::vector<cluster::Setting> parts_of(Transport transport);
/// Which card of the nodes carries it: the first of its kind. Precondition: check_transport().
std::size_t card_of(Transport transport, const cluster::SystemParams& system);
/// Refuses nodes, of the first `nodes`, without such a card, or with it at another place among
/// their cards than node 0.
void check_transport(Transport transport, std::size_t nodes, const cluster::SystemParams& system,
                     std::vector<Fault>& faults);
/// Its cards run firmware.
bool has_firmware(Transport transport);
/// Hosts on it compute the sums of TCP and UDP unless told otherwise.
bool sums_by_software(Transport transport);

}  // namespace flybar::experiments
