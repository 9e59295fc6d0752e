/// The networks of a system file: their sections, and the cards that are on each.
#pragma once

#include <string>
#include <vector>

#include "models/cluster/files/system_file.h"

namespace flybar::cluster {

class SystemNetworks {
 public:
  /// Appends what is wrong with the sections: of a network that the system has not, or with keys
  /// that its kind has not.
  SystemNetworks(const SystemFile& file, const SystemParams& params, std::vector<Fault>& faults);

  /// Parameters that the sections set.
  std::vector<Setting> settings() const;
  /// How the file connects its nodes is not changed from outside.
  void check_connections(const std::vector<Setting>& overrides);
  /// One for each network. Throws ConfigurationError. `settings` say where the networks are listed.
  NetworkPlans plan(const SystemParams& params, const std::vector<Setting>& settings) const;

 private:
  void place(const NetworkSection& section);
  void check_keys(const NetworkSection& section, const NetworkKind& kind);
  void refuse_connecting(const Setting& setting);
  template <class Take>
  void for_each_value(Take take) const;
  std::vector<std::vector<NamedPorts>> ports_of(const SystemParams& params) const;

  const std::vector<NetworkName> names_;
  std::vector<NetworkSection> sections_;  ///< of each network, empty if the file has none
  std::vector<Fault>& faults_;
};

}  // namespace flybar::cluster
