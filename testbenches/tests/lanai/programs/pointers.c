#include "testbenches/tests/lanai/programs/program.h"

struct node {
  struct node* left;
  struct node* right;
  uint32_t key;
};

static struct node nodes[120];
static uint32_t used;
static const char* const names[] = {"ring", "pulse", "page", "frame"};

static void insert(struct node** at, uint32_t key) {
  while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = &nodes[used++];
  (*at)->key = key;
  (*at)->left = (*at)->right = 0;
}

static uint32_t walk(const struct node* at, uint32_t hash) {
  if (!at) return hash;
  hash = walk(at->left, hash);
  emit(at->key);
  return walk(at->right, hash * 31 + at->key);
}

static void sort(uint32_t* first, uint32_t* last) {
  if (last - first < 2) return;
  const uint32_t pivot = first[(last - first) / 2];
  uint32_t *low = first, *high = last - 1;
  while (low <= high) {
    while (*low < pivot) ++low;
    while (*high > pivot) --high;
    if (low <= high) {
      const uint32_t kept = *low;
      *low++ = *high;
      *high-- = kept;
    }
  }
  sort(first, high + 1);
  sort(low, last);
}

void program_pointers(void) {
  static uint32_t values[100];
  struct node* root = 0;
  used = 0;
  for (int i = 0; i < 100; ++i) insert(&root, values[i] = arbitrary());
  emit(walk(root, 7));
  sort(values, values + 100);
  for (int i = 0; i < 100; ++i) emit(values[i]);
  for (uint32_t i = 0; i < 4; ++i)
    for (const char* c = names[i]; *c; ++c) emit((uint32_t)*c);
}
