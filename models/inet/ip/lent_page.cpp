#include "models/inet/ip/lent_page.h"

namespace flybar::inet {
namespace {

void release_lent(pbuf* buffer) {
  auto* page = reinterpret_cast<LentPage*>(buffer);
  page->pages->leaves(page->lent);
  delete page;
}

}  // namespace

pbuf* LentPage::make(PagesUnderWay& pages, const PagesUnderWay::Lent& lent,
                     const std::uint8_t* bytes) {
  auto* made = new LentPage{{{}, &release_lent}, &pages, lent};
  const auto length = static_cast<std::uint16_t>(lent.length.count);
  return pbuf_alloced_custom(PBUF_RAW, length, PBUF_REF, &made->reference,
                             const_cast<std::uint8_t*>(bytes), length);
}

}  // namespace flybar::inet
