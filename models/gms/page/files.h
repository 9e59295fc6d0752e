/// The files of the cluster: what they are, and which version of each of their pages is where.
///
/// Stands for the inodes, which the real system keeps on the home node and sends to who opens the
/// file. A file has one home, which alone writes it; a file without one is never written, and lies
/// on the disk of every node.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "models/gms/page/membership.h"

namespace flybar::gms {

/// How the service treats the pages of a file.
struct Policy {
  bool sticky = false;   ///< what is read from network memory stays there
  bool scratch = false;  ///< what was changed goes to network memory, not to disk
};

struct PageState {
  Version latest = 0;
  Version on_disk = 0;    ///< the home's disk
  Version put_away = 0;   ///< the last one that network memory has taken; it may be gone
  Version returning = 0;  ///< came back from network memory, and waits for the home's disk
  Version lost = 0;       ///< died with the node that had it
};

struct FileInfo {
  File id = 0;
  Policy policy;
  std::optional<Node> home;
  std::vector<PageState> pages;

  std::uint32_t size() const { return static_cast<std::uint32_t>(pages.size()); }
};

class Files {
 public:
  /// A file that is on disk.
  FileInfo& add(const Policy& policy, std::uint32_t pages, std::optional<Node> home);
  /// One of pages that nobody has written yet.
  FileInfo& add_empty(const Policy& policy, std::uint32_t pages, Node home);

  /// Throws SimulationError if there is no such page.
  FileInfo& file(PageId id);
  PageState& page(PageId id) { return file(id).pages[id.page]; }

 private:
  std::deque<FileInfo> files_;  ///< by id
};

}  // namespace flybar::gms
