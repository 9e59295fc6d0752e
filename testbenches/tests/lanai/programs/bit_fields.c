#include "testbenches/tests/lanai/programs/program.h"

struct packet {
  uint32_t kind : 3;
  int32_t delta : 5;
  uint32_t length : 13;
  int32_t offset : 11;
  uint16_t tag : 9;
  uint64_t key : 40;
};

static struct packet packets[8];

void program_bit_fields(void) {
  for (int i = 0; i < 8; ++i) packets[i] = (struct packet){.kind = 1};
  for (int i = 0; i < 64; ++i) {
    struct packet* p = &packets[i & 7];
    p->kind = arbitrary();
    p->delta = (int32_t)arbitrary();
    p->length += arbitrary();
    p->offset -= (int32_t)arbitrary() & 0xFF;
    p->tag ^= (uint16_t)arbitrary();
    p->key = p->key * 3 + arbitrary();
    emit(p->kind);
    emit((uint32_t)p->delta);
    emit(p->length);
    emit((uint32_t)p->offset);
    emit(p->tag);
    emit((uint32_t)p->key);
    emit((uint32_t)(p->key >> 32));
  }
}
