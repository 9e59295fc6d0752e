/* From handles to physical addresses, through the pin tables. */
#ifndef FLYBAR_FIRMWARE_PM_TRANSLATE_H
#define FLYBAR_FIRMWARE_PM_TRANSLATE_H

#include "firmware/pm/pm.h"

#define PM_HANDLE_BITS (PM_HANDLE_WORD_ENTRY_MASK | PM_HANDLE_WORD_BYTE_MASK)

/* Bytes from `handle` to the end of its page. */
LANAI_INLINE uint32_t left_in_page(uint32_t handle) {
  return PM_PAGE - (handle & PM_HANDLE_WORD_BYTE_MASK);
}

/* The word of the pin table for `handle`, 0 if the lane has no such page. */
LANAI_INLINE uint32_t pin_of(const struct lane* lane, uint32_t handle) {
  const uint32_t entry = handle >> PM_HANDLE_WORD_ENTRY_SHIFT;
  if (entry >= pm.pins) return 0;
  const uint32_t word = shared_read(pm.pin_table[entry].word);
  const uint32_t wanted = lane->tag | PM_PIN_WORD_VALID_MASK;
  return (word & (PM_PIN_WORD_CHANNEL_MASK | PM_PIN_WORD_VALID_MASK)) == wanted ? word : 0;
}

/* The physical address of `handle`, in whose page `word` lies. */
LANAI_INLINE uint32_t physical(uint32_t word, uint32_t handle) {
  return (word & PM_PIN_WORD_FRAME_MASK) | (handle & PM_HANDLE_WORD_BYTE_MASK);
}

/* What goes on from one page of an area must not come to the first one of another. */
LANAI_INLINE uint32_t pin_of_next(const struct lane* lane, uint32_t handle) {
  const uint32_t word = pin_of(lane, handle);
  return (word & PM_PIN_WORD_FIRST_MASK) == 0 ? word : 0;
}

#endif
