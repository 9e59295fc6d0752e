#include "models/mpi/types/datatype.h"

#include <algorithm>
#include <array>
#include <complex>
#include <string>
#include <type_traits>

#include "models/mpi/types/refusal.h"

namespace flybar::mpi {
namespace {

/// Calls `with` with a value of the type; false if there is none.
template <class With>
bool for_type(MPI_Datatype type, With with) {
  switch (type) {
    case MPI_BYTE:
    case MPI_UNSIGNED_CHAR:
      return with(static_cast<unsigned char>(0)), true;
    case MPI_CHAR:
      return with(char()), true;
    case MPI_SIGNED_CHAR:
      return with(static_cast<signed char>(0)), true;
    case MPI_SHORT:
      return with(short()), true;
    case MPI_UNSIGNED_SHORT:
      return with(static_cast<unsigned short>(0)), true;
    case MPI_INT:
      return with(0), true;
    case MPI_UNSIGNED:
      return with(0U), true;
    case MPI_LONG:
      return with(0L), true;
    case MPI_UNSIGNED_LONG:
      return with(0UL), true;
    case MPI_LONG_LONG:
      return with(0LL), true;
    case MPI_UNSIGNED_LONG_LONG:
      return with(0ULL), true;
    case MPI_FLOAT:
      return with(0.0F), true;
    case MPI_DOUBLE:
      return with(0.0), true;
    case MPI_DOUBLE_COMPLEX:
      return with(std::complex<double>()), true;
    default:
      return false;
  }
}

/// Calls `with` with the operation as a function; false if the type has no such operation.
template <class T, class With>
bool for_operation(MPI_Op op, With with) {
  if (op == MPI_SUM) return with([](T a, T b) { return static_cast<T>(a + b); }), true;
  if (op == MPI_PROD) return with([](T a, T b) { return static_cast<T>(a * b); }), true;
  if constexpr (std::is_arithmetic_v<T>) {
    if (op == MPI_MAX) return with([](T a, T b) { return std::max(a, b); }), true;
    if (op == MPI_MIN) return with([](T a, T b) { return std::min(a, b); }), true;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == MPI_LAND) return with([](T a, T b) { return static_cast<T>(a && b); }), true;
    if (op == MPI_LOR) return with([](T a, T b) { return static_cast<T>(a || b); }), true;
    if (op == MPI_LXOR) return with([](T a, T b) { return static_cast<T>(!a != !b); }), true;
    if (op == MPI_BAND) return with([](T a, T b) { return static_cast<T>(a & b); }), true;
    if (op == MPI_BOR) return with([](T a, T b) { return static_cast<T>(a | b); }), true;
    if (op == MPI_BXOR) return with([](T a, T b) { return static_cast<T>(a ^ b); }), true;
  }
  return false;
}

}  // namespace

std::size_t size_of(MPI_Datatype type) {
  std::size_t size = 0;
  if (for_type(type, [&](auto value) { size = sizeof value; })) return size;
  throw Refusal{MPI_ERR_TYPE, "datatype " + std::to_string(type) + " does not exist",
                "MPI_BYTE .. MPI_DOUBLE_COMPLEX of mpi.h",
                "send derived types as elements of these"};
}

const char* name_of(MPI_Datatype type) {
  constexpr std::array kNames = {
      "MPI_BYTE",          "MPI_CHAR",      "MPI_SIGNED_CHAR",
      "MPI_UNSIGNED_CHAR", "MPI_SHORT",     "MPI_UNSIGNED_SHORT",
      "MPI_INT",           "MPI_UNSIGNED",  "MPI_LONG",
      "MPI_UNSIGNED_LONG", "MPI_LONG_LONG", "MPI_UNSIGNED_LONG_LONG",
      "MPI_FLOAT",         "MPI_DOUBLE",    "MPI_DOUBLE_COMPLEX",
  };
  static_assert(kNames.size() == MPI_DOUBLE_COMPLEX);
  return kNames[static_cast<std::size_t>(type - MPI_BYTE)];
}

bool agree(MPI_Datatype sent, MPI_Datatype expected) {
  return sent == expected || sent == MPI_BYTE || expected == MPI_BYTE;
}

void check_operation(MPI_Datatype type, MPI_Op op) {
  bool exists = false;
  for_type(type, [&]<class T>(T) { exists = for_operation<T>(op, [](auto) {}); });
  if (!exists)
    throw Refusal{MPI_ERR_OP,
                  "operation " + std::to_string(op) + " of datatype " + std::to_string(type),
                  "MPI_SUM .. MPI_BXOR; logical and bitwise ones of integers only",
                  "choose another operation or datatype"};
}

void combine(void* into, const void* from, std::size_t count, MPI_Datatype type, MPI_Op op) {
  for_type(type, [&]<class T>(T) {
    for_operation<T>(op, [&](auto function) {
      auto* const to = static_cast<T*>(into);
      const auto* const other = static_cast<const T*>(from);
      for (std::size_t i = 0; i < count; ++i) to[i] = function(to[i], other[i]);
    });
  });
}

}  // namespace flybar::mpi
