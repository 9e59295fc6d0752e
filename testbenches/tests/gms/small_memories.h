/// Settings of a memory service that is small in everything.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flybar::gms {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Small pages and small memories, so that much happens in little time.
inline Settings small_memories() {
  return {{"host.frame", "1 KB"},           {"mcp.max_payload", "1 KB"},
          {"mcp.send_threshold", "512 B"},  {"mcp.receive_threshold", "512 B"},
          {"host.memory", "1 MB"},          {"gms.local_cache", "32 KB"},
          {"gms.network_memory", "128 KB"}, {"disk.access", "1 ms"},
          {"gms.getpage_timeout", "5 ms"},  {"gmsnet.timeout", "5 ms"},
          {"gms.epoch", "50 ms"},           {"gms.give_up", "1500 ms"},
          {"gms.dirty_pages", "8"}};
}

}  // namespace flybar::gms
