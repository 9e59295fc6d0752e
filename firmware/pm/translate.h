/* From handles to physical addresses, through the pin tables. */
#ifndef FLYBAR_FIRMWARE_PM_TRANSLATE_H
#define FLYBAR_FIRMWARE_PM_TRANSLATE_H

#include "firmware/pm/pm.h"

#define PM_HANDLE_BITS (PM_HANDLE_WORD_ENTRY_MASK | PM_HANDLE_WORD_BYTE_MASK)

/* Bytes from `handle` to the end of its page. */
LANAI_INLINE uint32_t left_in_page(uint32_t handle) {
  return PM_PAGE - (handle & PM_HANDLE_WORD_BYTE_MASK);
}

/* Bits of a word of the pin table that say whose it is, and what. */
#define PIN_BITS (PM_PIN_WORD_CHANNEL_MASK | PM_PIN_WORD_FIRST_MASK | PM_PIN_WORD_VALID_MASK)

/* They are so in a page of the lane that goes on from the one before. */
LANAI_INLINE uint32_t pin_that_goes_on(const struct lane* lane) {
  return lane->tag | PM_PIN_WORD_VALID_MASK;
}

/* The word of the pin table for `handle`. The caller checks whose page it is. 0 behind the
   last entry. */
LANAI_INLINE uint32_t pin_at(uint32_t handle) {
  const uint32_t entry = handle >> PM_HANDLE_WORD_ENTRY_SHIFT;
  return entry < pm.pins ? shared_read(pm.pin_table[entry].word) : 0;
}

/* The word of the pin table for `handle`, 0 if the lane has no such page. */
LANAI_INLINE uint32_t pin_of(const struct lane* lane, uint32_t handle) {
  const uint32_t word = pin_at(handle);
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
