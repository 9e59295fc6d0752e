/// The messages of the service.
#pragma once

#include "models/gms/directory/directory.h"
#include "models/gmsnet/message.h"

namespace flybar::gms {

/// Operation codes. Where nothing is said of a reply, there is none.
enum Operation : gmsnet::Operation {
  kGetpage = 16,  ///< to the directory site. The reply brings the page, or is kAbsent
  kServe,         ///< to the caching site, or any node. The same
  kPutpage,       ///< to a node that is to keep the page, with it. Replies kOk or kRefused, and
                  ///< whether the directory knows
  kUpdate,        ///< to the directory site: where the page is now. Replies kOk or kRefused
  kRemove,        ///< to the directory site: the page is there no more
  kDrop,          ///< to a caching site: the page is of no use any more
  kRegister,      ///< to a new directory site: what the sender caches. Replies kOk
  kWriteBack,     ///< to the home, with the page: nobody else has room for it. Replies kOk
  kSummary,       ///< how old the node's pages are. Replies with that
  kNewEpoch,      ///< Replies kOk
  kEpochIsOver,   ///< to the coordinator: many pages have been put away
  kMovepage,      ///< like kPutpage, from one global cache to another that has more room: refused
                  ///< where another page would have to go
};

/// First argument of the reply to kPutpage: who answers, the directory site or one that knows that
/// the caller is that.
inline constexpr std::uint32_t kDirectoryKnows = 0, kTellDirectory = 1;

/// What the messages about one page say.
struct PageMessage {
  PageId id;
  Version version = 0;
  Node site = 0;        ///< kUpdate, kRemove: the caching site
  bool dirty = false;   ///< kPutpage: on no disk
  bool sticky = false;  ///< kPutpage
  Node home = 0;        ///< kPutpage
  Time age{};           ///< kPutpage: not used for so long

  void push(gmsnet::Arguments& to) const;
  static PageMessage pop(gmsnet::Arguments& from);
};

}  // namespace flybar::gms
