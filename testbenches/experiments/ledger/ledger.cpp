#include "testbenches/experiments/ledger/ledger.h"

#include <algorithm>
#include <string>
#include <vector>

#include "models/common/error.h"
#include "models/common/quantity.h"
#include "models/common/software_time.h"
#include "models/gms/page/content.h"
#include "testbenches/experiments/ledger/digest.h"

namespace flybar::gms {
namespace {

[[noreturn]] void refuse(PageId id, const std::string& found, const std::string& allowed) {
  throw SimulationError("page " + std::to_string(id.page) + " of file " + std::to_string(id.file) +
                            " at " + quantity::print(software_time()),
                        found, allowed, "this is a bug of the model of the memory service");
}

bool is_as_filled(PageId id, Version version, std::span<const std::uint8_t> page) {
  thread_local std::vector<std::uint8_t> expected;
  expected.resize(page.size());
  fill(expected, id, version);
  return std::equal(page.begin(), page.end(), expected.begin());
}

}  // namespace

void Ledger::on_written(PageId id, Version version, std::span<const std::uint8_t> page) {
  ++writes_;
  written_[id] = {version, digest(page)};
}

void Ledger::on_read(PageId id, Version version, std::span<const std::uint8_t> page) {
  ++reads_;
  const auto found = written_.find(id);
  const bool written = found != written_.end();
  if (written && found->second.version != version) {
    refuse(id, "version " + std::to_string(version) + " is read",
           "version " + std::to_string(found->second.version) + ", the last one written");
  }
  const bool right =
      written ? digest(page) == found->second.digest : is_as_filled(id, version, page);
  if (!right) {
    refuse(id, "wrong contents are read",
           "what was last written, version " + std::to_string(version));
  }
}

void Ledger::on_cached(PageId id, Version version, Node at) {
  on_dropped(id, at);
  cached_[id].at.emplace(at, version);
}

void Ledger::on_dropped(PageId id, Node at) {
  const auto found = cached_.find(id);
  if (found == cached_.end() || dead_.contains(at)) return;
  std::erase_if(found->second.at, [&](const auto& copy) { return copy.first == at; });
  if (found->second.at.empty()) cached_.erase(found);
}

void Ledger::on_lost(PageId id, Version version, const Policy& policy) {
  ++losses_;
  if (!policy.scratch) {
    refuse(id, "it is said to be lost, and its file is no scratch file",
           "an error only for pages that go to no disk");
  }
  if (software_time() >= parted_at_) return;
  bool died = false;
  for (const auto& [node, copy] : cached_[id].at) {
    if (copy != version) continue;
    if (!dead_.contains(node)) {
      refuse(id, "it is said to be lost, and node " + std::to_string(node) + " has it",
             "an error only for pages that died with their node");
    }
    died = true;
  }
  if (!died) {
    refuse(id, "it is said to be lost, and no node that had it died",
           "an error only for pages that died with their node");
  }
}

void Ledger::check_lost(PageId id, Version version, Node reader) const {
  const auto found = cached_.find(id);
  const Copies copies = found == cached_.end() ? Copies() : found->second;
  const bool cut_off = cut_off_.contains(reader);
  bool anywhere = cut_off;
  for (const auto& [node, copy] : copies.at) {
    if (copy != version) continue;
    anywhere = true;
    if (dead_.contains(node) || cut_off_.contains(node) != cut_off) continue;
    refuse(id, "it is said to be lost, and node " + std::to_string(node) + " on that side has it",
           "an error only for pages on the other side");
  }
  if (anywhere) return;
  refuse(id, "it is said to be lost, and neither side has it",
         "a side without a majority keeps what it has");
}

}  // namespace flybar::gms
