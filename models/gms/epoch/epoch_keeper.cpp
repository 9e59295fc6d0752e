#include "models/gms/epoch/epoch_keeper.h"

#include <algorithm>
#include <map>

#include "models/gms/epoch/epoch_message.h"
#include "models/gms/labels.h"

namespace flybar::gms {

using gmsnet::Request;

EpochKeeper::EpochKeeper(const Parts& parts)
    : parts_(parts),
      member_(parts.member),
      everyone_(parts.member.epoch.members),
      registered_(parts.member.epoch) {
  gmsnet::Net& net = member_.net;
  net.register_service(kSummary, [this](Request& request) {
    gmsnet::Message answer = member_.net.gmsnet_makebuf(kSummary);
    push(summary(), answer.arguments);
    member_.net.gmsnet_reply(request, answer);
  });
  net.register_service(kNewEpoch, [this](Request& request) {
    adopt(pop_epoch(request.arguments));
    member_.net.gmsnet_reply(request, member_.net.gmsnet_makebuf(kNewEpoch));
  });
  net.register_service(kEpochIsOver, [this](Request&) {
    over_ = true;
    member_.cpu().notify(member_.epoch_work);
  });
  member_.cpu().add_process(
      member_.name + " epochs", [this](host::Cpu&) { run(); }, host::Role::kServer);
}

bool EpochKeeper::is_coordinator() const {
  return member_.epoch.members.front() == member_.node();
}

/// How long an epoch may last: the coordinator ends it, the others wait for their turn to do so.
Time EpochKeeper::patience() const {
  const auto& members = member_.epoch.members;
  const auto rank =
      std::lower_bound(members.begin(), members.end(), member_.node()) - members.begin();
  return member_.params.epoch * (rank == 0 ? 1 : 2 + rank);
}

void EpochKeeper::run() {
  while (!member_.up) member_.cpu().wait_for(member_.epoch_work);
  begun_ = member_.cpu().now();
  while (!member_.dead) {
    const Time left = begun_ + patience() - member_.cpu().now();
    if (left > Time()) member_.cpu().wait_for(member_.epoch_work, left);
    if (member_.dead) return;
    register_pages();
    report_end();
    const bool late = begun_ + patience() <= member_.cpu().now();
    if (late || (over_ && is_coordinator())) hold();
  }
}

/// So many pages have been put away that the ages have changed.
void EpochKeeper::report_end() {
  if (parts_.putter.evictions() < static_cast<std::uint32_t>(member_.params.epoch_evictions)) {
    return;
  }
  if (is_coordinator()) {
    over_ = true;
  } else if (!over_) {
    over_ = true;  // once in an epoch
    member_.net.gmsnet_sendto(member_.net.gmsnet_makebuf(kEpochIsOver),
                              member_.epoch.members.front());
  }
}

AgeSummary EpochKeeper::summary() {
  member_.cpu().spend(member_.params.epoch_cost, kEpoch);
  AgeSummary all;
  const Time now = member_.cpu().now();
  parts_.caching.ages([&](Time last_use) { all.add(now - last_use); });
  all.free = static_cast<std::uint32_t>(parts_.caching.room());
  all.evictions = parts_.putter.take_evictions();
  all.epoch = member_.epoch.number;
  return all;
}

/// False if the node does not answer.
bool EpochKeeper::ask(Node node, AgeSummary& summary) {
  const std::int64_t tries = member_.is_dead(node) ? 1 : member_.params.death_after;
  for (std::int64_t i = 0; i < tries && !member_.dead; ++i) {
    gmsnet::Reply reply = member_.net.gmsnet_call(member_.net.gmsnet_makebuf(kSummary), node);
    if (reply.status != gmsnet::Status::kOk) continue;
    summary = pop_summary(reply.arguments);
    return true;
  }
  return false;
}

void EpochKeeper::hold() {
  ++coordinated_;
  std::vector<Node> members;
  std::vector<AgeSummary> summaries;
  for (const Node node : everyone_) {
    if (member_.dead) return;
    AgeSummary answer;
    if (node == member_.node()) {
      answer = summary();
    } else if (!ask(node, answer)) {
      continue;
    }
    members.push_back(node);
    summaries.push_back(answer);
  }
  constexpr std::uint32_t kLeast = 64;
  std::uint32_t last = 0;
  for (const AgeSummary& each : summaries) last = std::max(last, each.epoch);
  Epoch next = plan_epoch(last + 1, members, summaries, kLeast);
  next.coordinator = member_.node();
  next.predecessor = member_.epoch.coordinator;
  next.absent = absent(members, last);
  tell(next);
  adopt(next);
}

/// Who knows of a later epoch than this node may have heard of the others in that.
std::vector<Absence> EpochKeeper::absent(const std::vector<Node>& next, std::uint32_t last) const {
  const Time patience = member_.params.give_up;
  if (last == member_.epoch.number) {
    return member_.epoch.absent_from(next, member_.cpu().now() - begun_, patience);
  }
  Epoch unknown;
  unknown.members = everyone_;
  return unknown.absent_from(next, Time(), patience);
}

void EpochKeeper::tell(const Epoch& epoch) {
  for (const Node node : epoch.members) {
    if (node == member_.node()) continue;
    for (std::int64_t i = 0; i < member_.params.death_after && !member_.dead; ++i) {
      gmsnet::Message message = member_.net.gmsnet_makebuf(kNewEpoch);
      push(epoch, message.arguments);
      if (member_.net.gmsnet_call(message, node).status == gmsnet::Status::kOk) break;
    }
  }
}

void EpochKeeper::adopt(const Epoch& epoch) {
  if (epoch.number <= member_.epoch.number) return;
  member_.cpu().spend(member_.params.epoch_cost, kEpoch);
  // Who missed an epoch may have been taken for dead, and its pages forgotten.
  if (!epoch.follows(member_.epoch)) registered_.members.clear();
  member_.epoch = epoch;
  begun_ = member_.cpu().now();
  over_ = false;
  parts_.directory.epoch_changed();
  member_.cpu().notify(member_.epoch_work);
}

/// Tells the directory sites that are new to them where this node's pages are.
void EpochKeeper::register_pages() {
  if (registered_.members == member_.epoch.members) return;
  const Epoch epoch = member_.epoch;
  std::map<Node, std::vector<PageId>> at;
  for (const PageId id : parts_.caching.pages().pages()) {
    const Node site = epoch.directory_site(id);
    const bool known = !registered_.members.empty() && registered_.directory_site(id) == site;
    if (!known) at[site].push_back(id);
  }
  registered_ = epoch;
  for (const auto& [site, pages] : at) register_at(site, pages);
}

void EpochKeeper::register_at(Node site, const std::vector<PageId>& pages) {
  constexpr std::size_t kBatch = 9;
  for (std::size_t i = 0; i < pages.size() && !member_.dead; i += kBatch) {
    const auto batch = std::span(pages).subspan(i, std::min(kBatch, pages.size() - i));
    if (site == member_.node()) {
      register_here(batch);
    } else if (!send_registration(site, batch)) {
      registered_.members.clear();
    }
  }
}

void EpochKeeper::register_here(std::span<const PageId> pages) {
  for (const PageId id : pages) {
    const GlobalPage* page = parts_.caching.pages().find(id);
    if (page != nullptr) parts_.directory.update(id, {member_.node(), page->version});
  }
}

/// What is still here of the pages, as the site wants to hear it.
std::vector<std::uint32_t> EpochKeeper::registration(std::span<const PageId> pages) const {
  std::vector<std::uint32_t> words{0};
  for (const PageId id : pages) {
    const GlobalPage* page = parts_.caching.pages().find(id);
    if (page == nullptr) continue;
    words.insert(words.end(), {id.file, id.page, page->version});
    ++words.front();
  }
  return words;
}

/// A site that has not heard of the epoch yet refuses, and hears later what is here then. False: to
/// be done again.
bool EpochKeeper::send_registration(Node site, std::span<const PageId> pages) {
  for (std::int64_t i = 0; i < member_.params.death_after && !member_.dead; ++i) {
    gmsnet::Message message = member_.net.gmsnet_makebuf(kRegister);
    for (const std::uint32_t word : registration(pages)) message.arguments.push(word);
    const gmsnet::Reply reply = member_.net.gmsnet_call(message, site);
    if (reply.status == gmsnet::Status::kOk) return true;
    member_.cpu().sleep(member_.params.retry);
  }
  return false;
}

}  // namespace flybar::gms
