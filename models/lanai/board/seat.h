/// The seat of a board with a PCI connector and a Myrinet port: its parameters there, the bus that
/// it fits, and the network.
#pragma once

#include <string>

#include <tlm>

#include "models/contracts/card.h"
#include "models/lanai/params.h"
#include "models/myrinet/link/nic.h"
#include "models/myrinet/link/protocol.h"
#include "models/pci/protocol.h"

namespace flybar::lanai {

/// The chip's parameters, with those that bus, network and node decide.
ChipParams params_at(const CardSite& site);

/// Throws ConfigurationError if the first bus is not PCI; `board` is its name in errors.
void plug_into_pci(std::span<HostBus* const> buses, const std::string& board,
                   const ChipParams& params,
                   tlm::tlm_initiator_socket<32, pci::ProtocolTypes>& master,
                   tlm::tlm_target_socket<32, pci::ProtocolTypes>& target);
/// Throws ConfigurationError if the network is not a Myrinet.
void connect_to_myrinet(Network& network, std::size_t port, const std::string& board,
                        myrinet::Nic& nic,
                        tlm::tlm_initiator_socket<32, myrinet::ProtocolTypes>& out,
                        tlm::tlm_target_socket<32, myrinet::ProtocolTypes>& in);

}  // namespace flybar::lanai
