#include "testbenches/programs/nas/ft.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "models/common/delivery_error.h"
#include "models/mpi/mpi.h"
#include "testbenches/programs/nas/allocation.h"
#include "testbenches/programs/nas/generator.h"

namespace flybar::nas {
namespace {

using Direction = Fft::Direction;

// The checksums are published with the benchmark.
constexpr FtSize kFtS = {64,
                         64,
                         64,
                         {{{5.546087004964e+02, 4.845363331978e+02},
                           {5.546385409189e+02, 4.865304269511e+02},
                           {5.546148406171e+02, 4.883910722336e+02},
                           {5.545423607415e+02, 4.901273169046e+02},
                           {5.544255039624e+02, 4.917475857993e+02},
                           {5.542683411902e+02, 4.932597244941e+02}}}};
constexpr FtSize kFtW = {128,
                         128,
                         32,
                         {{{5.673612178944e+02, 5.293246849175e+02},
                           {5.631436885271e+02, 5.282149986629e+02},
                           {5.594024089970e+02, 5.270996558037e+02},
                           {5.560698047020e+02, 5.260027904925e+02},
                           {5.530898991250e+02, 5.249400845633e+02},
                           {5.504159734538e+02, 5.239212247086e+02}}}};
constexpr FtSize kFtA = {256,
                         256,
                         128,
                         {{{5.046735008193e+02, 5.114047905510e+02},
                           {5.059412319734e+02, 5.098809666433e+02},
                           {5.069376896287e+02, 5.098144042213e+02},
                           {5.077892868474e+02, 5.101336130759e+02},
                           {5.085233095391e+02, 5.104914655194e+02},
                           {5.091487099959e+02, 5.107917842803e+02}}}};

constexpr double kTolerance = 1e-12;

/// Lines that are transformed together where they do not lie in one piece.
constexpr std::size_t kColumns = 8;

/// Frequency of index `i`, squared.
std::int64_t frequency_squared(std::size_t i, std::size_t n) {
  const auto at = static_cast<std::int64_t>(i);
  const auto all = static_cast<std::int64_t>(n);
  const std::int64_t frequency = (at + all / 2) % all - all / 2;
  return frequency * frequency;
}

/// out(j, i) = in(i, j), where `in` has rows of `columns`.
void transpose(const Complex* in, Complex* out, std::size_t rows, std::size_t columns) {
  constexpr std::size_t kBlock = 16;
  for (std::size_t row = 0; row < rows; row += kBlock)
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t i = row; i < std::min(row + kBlock, rows); ++i)
        out[column * rows + i] = in[i * columns + column];
}

/// One process of FT: planes of z while x and y are transformed, planes of y while z is.
class Solver {
 public:
  Solver(const FtSize& size, const Costs& costs, Report& report);

  void initialize();
  /// u1 -> u0
  void forward();
  /// u0 -> u1, after `t` steps
  void evolve(int t);
  /// u1 -> u2
  void inverse();
  /// Of u2; at process 0.
  void verify_checksum(int t);

 private:
  void transform_x(Complex* data, Direction direction) const;
  void transform_y(Complex* data, Direction direction) const;
  void transform_z(Complex* data, Direction direction) const;
  void exchange(const Complex* out, Complex* in);
  void spend(double operations_per_point) const;

  const FtSize& size_;
  const Costs costs_;
  Report& report_;
  int rank_ = 0;
  int processes_ = 1;
  std::size_t nz_own_;     ///< planes of z
  std::size_t lines_own_;  ///< of z, each with its x and y
  std::size_t own_;        ///< points
  std::size_t piece_;      ///< points for each process
  const Fft x_, y_, z_;
  Complex* u0_;
  Complex* u1_;
  Complex* u2_;
};

Solver::Solver(const FtSize& size, const Costs& costs, Report& report)
    : size_(size), costs_(costs), report_(report), x_(size.nx), y_(size.ny), z_(size.nz) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &processes_);
  const auto processes = static_cast<std::size_t>(processes_);
  nz_own_ = size.nz / processes;
  lines_own_ = size.nx * size.ny / processes;
  own_ = size.points() / processes;
  piece_ = own_ / processes;
  // As its Fortran lays out a common block: 48 bytes lie between the arrays.
  constexpr std::size_t kGap = 48 / sizeof(Complex);
  u0_ = allocate<Complex>(3 * own_ + 2 * kGap);
  u1_ = u0_ + own_ + kGap;
  u2_ = u1_ + own_ + kGap;
}

void Solver::spend(double operations_per_point) const {
  MPIX_Compute(operations_per_point * static_cast<double>(own_) / (costs_.ft_mops * 1e6));
}

void Solver::initialize() {
  Generator generator(2 * own_ * static_cast<std::uint64_t>(rank_));
  for (std::size_t i = 0; i < own_; ++i) {
    const double real = generator.next();
    u1_[i] = {real, generator.next()};
  }
  spend(14.8157);
}

void Solver::transform_x(Complex* data, Direction direction) const {
  for (std::size_t line = 0; line < own_; line += size_.nx) x_.transform(data + line, direction);
}

void Solver::transform_y(Complex* data, Direction direction) const {
  const std::size_t nx = size_.nx, ny = size_.ny;
  std::vector<Complex> lines(kColumns * ny);
  for (std::size_t z = 0; z < nz_own_; ++z) {
    for (std::size_t x = 0; x < nx; x += kColumns) {
      Complex* const from = data + z * nx * ny + x;
      for (std::size_t y = 0; y < ny; ++y)
        for (std::size_t i = 0; i < kColumns; ++i) lines[i * ny + y] = from[y * nx + i];
      for (std::size_t i = 0; i < kColumns; ++i) y_.transform(&lines[i * ny], direction);
      for (std::size_t y = 0; y < ny; ++y)
        for (std::size_t i = 0; i < kColumns; ++i) from[y * nx + i] = lines[i * ny + y];
    }
  }
}

void Solver::transform_z(Complex* data, Direction direction) const {
  for (std::size_t line = 0; line < own_; line += size_.nz) z_.transform(data + line, direction);
}

void Solver::exchange(const Complex* out, Complex* in) {
  const auto doubles = static_cast<int>(piece_);
  MPI_Alltoall(out, doubles, MPI_DOUBLE_COMPLEX, in, doubles, MPI_DOUBLE_COMPLEX, MPI_COMM_WORLD);
  report_.messages += processes_ - 1;
  report_.bytes += (processes_ - 1) * static_cast<std::int64_t>(piece_ * sizeof(Complex));
}

/// Work is divided between the two sides of the exchange by their dimensions.
void Solver::forward() {
  const double all = 7.19641 * std::log(static_cast<double>(size_.points()));
  const double z_share =
      std::log(static_cast<double>(size_.nz)) / std::log(static_cast<double>(size_.points()));
  transform_x(u1_, Direction::kForward);
  transform_y(u1_, Direction::kForward);
  transpose(u1_, u0_, nz_own_, size_.nx * size_.ny);
  spend(all * (1 - z_share));
  exchange(u0_, u1_);
  // From each process its planes of z, for the lines of this one.
  for (std::size_t from = 0; from < static_cast<std::size_t>(processes_); ++from)
    for (std::size_t line = 0; line < lines_own_; ++line)
      std::copy_n(u1_ + from * piece_ + line * nz_own_, nz_own_,
                  u0_ + line * size_.nz + from * nz_own_);
  transform_z(u0_, Direction::kForward);
  spend(all * z_share);
}

void Solver::inverse() {
  const double all = 7.21113 * std::log(static_cast<double>(size_.points()));
  const double z_share =
      std::log(static_cast<double>(size_.nz)) / std::log(static_cast<double>(size_.points()));
  transform_z(u1_, Direction::kInverse);
  transpose(u1_, u2_, lines_own_, size_.nz);
  spend(all * z_share);
  exchange(u2_, u1_);
  // From each process its lines, for the planes of z of this one.
  for (std::size_t from = 0; from < static_cast<std::size_t>(processes_); ++from)
    for (std::size_t z = 0; z < nz_own_; ++z)
      std::copy_n(u1_ + from * piece_ + z * lines_own_, lines_own_,
                  u2_ + z * size_.nx * size_.ny + from * lines_own_);
  transform_y(u2_, Direction::kInverse);
  transform_x(u2_, Direction::kInverse);
  spend(all * (1 - z_share));
}

void Solver::evolve(int t) {
  constexpr double kAlpha = 1e-6;
  const double factor = -4 * kAlpha * std::numbers::pi * std::numbers::pi * t;
  std::vector<double> decay(size_.nx * size_.nx / 4 + size_.ny * size_.ny / 4 +
                            size_.nz * size_.nz / 4 + 1);
  for (std::size_t i = 0; i < decay.size(); ++i)
    decay[i] = std::exp(factor * static_cast<double>(i));
  for (std::size_t line = 0; line < lines_own_; ++line) {
    const std::size_t xy = static_cast<std::size_t>(rank_) * lines_own_ + line;
    const std::int64_t plane =
        frequency_squared(xy % size_.nx, size_.nx) + frequency_squared(xy / size_.nx, size_.ny);
    for (std::size_t z = 0; z < size_.nz; ++z) {
      const std::size_t at = line * size_.nz + z;
      u1_[at] = u0_[at] * decay[static_cast<std::size_t>(plane + frequency_squared(z, size_.nz))];
    }
  }
  spend(5.23518);
}

void Solver::verify_checksum(int t) {
  Complex own;
  const std::size_t first = static_cast<std::size_t>(rank_) * nz_own_;
  for (std::size_t j = 1; j <= 1024; ++j) {
    const std::size_t z = 5 * j % size_.nz;
    if (z < first || z >= first + nz_own_) continue;
    own += u2_[((z - first) * size_.ny + 3 * j % size_.ny) * size_.nx + j % size_.nx];
  }
  own /= static_cast<double>(size_.points());
  Complex sum;
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank_ != 0) return;
  const Complex expected = size_.checksums[static_cast<std::size_t>(t - 1)];
  const double error = std::max(std::abs(sum.real() / expected.real() - 1),
                                std::abs(sum.imag() / expected.imag() - 1));
  if (!(error <= kTolerance))
    throw DeliveryError(
        "NAS FT, step " + std::to_string(t),
        "checksum " + std::to_string(sum.real()) + " + " + std::to_string(sum.imag()) + " i",
        std::to_string(expected.real()) + " + " + std::to_string(expected.imag()) +
            " i, to a part in 10^12",
        "report this: data was lost");
  ++report_.checks;
}

}  // namespace

const FtSize& ft_size(Class size) {
  return size == Class::kS ? kFtS : size == Class::kW ? kFtW : kFtA;
}

double ft_operations(const FtSize& size) {
  const auto n = static_cast<double>(size.points());
  const double log = std::log(n);
  return n * (14.8157 + 7.19641 * log + kFtSteps * (5.23518 + 7.21113 * log));
}

void run_ft(const FtSize& size, const Costs& costs, Report& report, const OnStep& step) {
  Solver solver(size, costs, report);
  solver.initialize();
  solver.forward();
  step();
  report = {};
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPIX_Time();
  solver.initialize();
  solver.forward();
  step();
  for (int t = 1; t <= kFtSteps; ++t) {
    solver.evolve(t);
    solver.inverse();
    solver.verify_checksum(t);
    step();
  }
  report.took = Time::ps(static_cast<std::int64_t>((MPIX_Time() - begin) * 1e12 + 0.5));
}

}  // namespace flybar::nas
