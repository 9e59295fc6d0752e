/// The parameters of a system by name: "mcp.mode" of all nodes, "client.mcp.mode" of one role.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/cluster/system_params.h"
#include "models/common/parameters.h"

namespace flybar::cluster {

/// What keys of one role begin with.
inline constexpr std::string_view kClientRole = "client.", kServerRole = "server.";

class SystemTable {
 public:
  /// The values that `params` has now are the defaults. It must outlive the table.
  explicit SystemTable(SystemParams& params);

  /// Null if there is none; without a role that of the client.
  const Parameter* find(std::string_view key) const;
  /// Every key without a role.
  std::vector<std::string> keys() const;

  /// Throws ParameterError for an unknown key or a text that is no value.
  void set(std::string_view key, std::string_view text);

  /// What is wrong with the values together.
  std::vector<Fault> faults() const;

  /// What a list of parameters shows: a parameter of a node once if the roles agree, else twice.
  struct Row {
    std::string key;
    const Parameter* parameter;
  };
  std::vector<Row> rows() const;

 private:
  struct Target {
    Parameters* table;
    Parameters* second;  ///< the other role's, or null
    std::string_view key;
  };
  Target target(std::string_view key);

  Parameters network_;
  Parameters client_;
  Parameters server_;
};

}  // namespace flybar::cluster
