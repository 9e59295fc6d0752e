#include "models/pci/pio_queue.h"

namespace flybar::pci {

void PioQueue::remove_front() {
  if (front().kind == PioOperation::Kind::kWrite) --writes_;
  operations_.erase(operations_.begin());
}

PioOperation* PioQueue::first_blocked() {
  for (PioOperation& operation : operations_) {
    if (operation.kind == PioOperation::Kind::kWrite && operation.told) return &operation;
  }
  return nullptr;
}

}  // namespace flybar::pci
