/// The parameters of a system by name: "mcp.mode" of all nodes, "client.mcp.mode" of the role
/// "client".
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "models/cluster/build/system_params.h"
#include "models/common/parameters.h"

namespace flybar::cluster {

class SystemTable {
 public:
  /// The values that `params` has now are the defaults. It must outlive the table.
  explicit SystemTable(SystemParams& params);

  /// Null if there is none; without a role that of the first role that has it.
  const Parameter* find(std::string_view key) const;
  /// Every key without a role.
  std::vector<std::string> keys() const;

  /// Throws ParameterError for an unknown key or a text that is no value.
  void set(std::string_view key, std::string_view text);

  /// Lets values that have not been set follow from those that have.
  void derive() const;
  /// What is wrong with the values together. Faults that all roles have stand once; others say
  /// whose they are.
  std::vector<Fault> faults() const;

  /// What a list of parameters shows: a parameter of a node once if the roles agree, else for each.
  struct Row {
    std::string key;
    const Parameter* parameter;
  };
  std::vector<Row> rows() const;

 private:
  struct Role {
    std::string prefix;  ///< "client."
    Parameters table;
  };
  std::vector<const Parameter*> of_roles(std::string_view key) const;
  Parameters shared_;
  std::deque<Role> roles_;
};

}  // namespace flybar::cluster
