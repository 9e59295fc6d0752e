#include "testbenches/tests/mpi/random_program.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "testbenches/tests/mpi/mpi_bench.h"

namespace flybar::mpi {
namespace {

constexpr int kLongest = 60'000;
constexpr int kTellsApart = 16;

int draw_length(lockstep::Random& random) {
  const std::int64_t most = random.one_of<std::int64_t>({0, 16, 8192, 8193, 20'000, kLongest});
  return static_cast<int>(random.between(0, most));
}

}  // namespace

RandomProgram::RandomProgram(std::uint64_t seed) : seed_(seed) {
  lockstep::Random random(seed);
  draw_system(random);
  draw_rounds(random);
}

void RandomProgram::draw_system(lockstep::Random& random) {
  params_.library = random.one_in(4) ? Library::kBuffered : Library::kZeroCopy;
  params_.eager_limit = Bytes(random.one_of<std::int64_t>({0, 100, 4096, 8192}));
  params_.send_pages = random.one_of<std::int64_t>({2, 2, 3, 8, 64});
  params_.receive_pages = random.one_of<std::int64_t>({2, 2, 3, 8, 64});
  params_.alltoall = random.one_of({AllToAll::kRankOrder, AllToAll::kRotated, AllToAll::kPairwise});
  setup_.nodes = static_cast<int>(random.between(1, 6));
  setup_.table = params_.send_pages + params_.receive_pages;
  setup_.send_buffer = static_cast<std::size_t>(random.between(PM_MTU, 4 * PM_MTU));
  setup_.receive_buffer = static_cast<std::size_t>(random.between(PM_MTU, 4 * PM_MTU));
  setup_.writes = static_cast<std::size_t>(random.between(1, 4));
  setup_.latency = Time::us(random.between(0, 100));
  setup_.retry = Time::us(random.between(1, 100));
}

void RandomProgram::draw_rounds(lockstep::Random& random) {
  for (int rank = 0; rank < processes(); ++rank)
    modes_.push_back(random.one_of({Mode::kExact, Mode::kAnySource, Mode::kAnySourceAndTag}));
  std::size_t number = 0;
  rounds_.resize(static_cast<std::size_t>(random.between(2, 6)));
  for (std::size_t round = 0; round < rounds_.size(); ++round) {
    const std::int64_t messages = random.between(0, 8 * processes());
    for (std::int64_t i = 0; i < messages; ++i) {
      const int to = static_cast<int>(random.between(0, processes() - 1));
      const bool by_round = modes_[static_cast<std::size_t>(to)] == Mode::kAnySource;
      rounds_[round].push_back(
          {.number = ++number,
           .from = static_cast<int>(random.between(0, processes() - 1)),
           .to = to,
           .tag = by_round ? static_cast<int>(round) : static_cast<int>(random.between(0, 2)),
           .bytes = draw_length(random)});
    }
  }
}

/// One process while it runs the program.
class RandomProgram::Player {
 public:
  Player(const RandomProgram& program, int rank)
      : program_(program),
        rank_(rank),
        mode_(program.modes_[static_cast<std::size_t>(rank)]),
        random_(program.seed_ * 64 + static_cast<std::uint64_t>(rank)) {
    for (const Round& round : program.rounds_)
      for (const Message& message : round)
        if (message.to == rank) expected_[key(message.from, message.tag)].push_back(message);
  }

  void play(const Round& round) {
    begin(round);
    while (!requests_.empty()) complete_one();
    for (unsigned char* const buffer : buffers_) MPI_Free_mem(buffer);
    buffers_.clear();
  }

  /// Receives that several messages of one source match have taken them in the order of sending.
  void check_order() {
    for (auto& [which, all] : got_) {
      std::sort(all.begin(), all.end());
      for (std::size_t i = 1; i < all.size(); ++i)
        EXPECT_LT(all[i - 1].message, all[i].message)
            << "seed " << program_.seed_ << ": rank " << rank_ << ", from rank " << which.first;
    }
    for (const auto& [which, left] : expected_)
      EXPECT_TRUE(left.empty()) << "seed " << program_.seed_ << ": rank " << rank_ << " lost "
                                << left.size() << " from rank " << which.first;
  }

 private:
  struct Pending {
    unsigned char* buffer;
    bool is_receive;
    std::size_t posted;
  };
  /// Which message the n-th receive got.
  struct Got {
    std::size_t posted;
    std::size_t message;
    bool operator<(const Got& other) const { return posted < other.posted; }
  };

  /// Messages that can stand for each other: one source, and one tag unless any is taken.
  std::pair<int, int> key(int from, int tag) const {
    return {from, mode_ == Mode::kAnySourceAndTag ? 0 : tag};
  }
  unsigned char* buffer() {
    // Mostly where PM can write to.
    const std::int64_t odd = random_.one_in(8) ? random_.between(1, 3) : 0;
    const auto offset = static_cast<std::size_t>(4 * random_.between(0, 15) + odd);
    buffers_.push_back(allocate<unsigned char>(kLongest + 64));
    return buffers_.back() + offset;
  }

  /// Sends keep their order, and so do receives; how they mix is drawn.
  void begin(const Round& round) {
    std::deque<Message> sends, receives;
    for (const Message& message : round) {
      if (message.from == rank_) sends.push_back(message);
      if (message.to == rank_) receives.push_back(message);
    }
    while (!sends.empty() || !receives.empty()) {
      const bool send = receives.empty() || (!sends.empty() && random_.one_in(2));
      std::deque<Message>& from = send ? sends : receives;
      if (send)
        begin_send(from.front());
      else
        begin_receive(from.front());
      from.pop_front();
      if (random_.one_in(4)) MPIX_Compute(1e-6 * static_cast<double>(random_.between(0, 300)));
      if (random_.one_in(8)) test_one();
    }
  }

  void begin_send(const Message& message) {
    unsigned char* const data = buffer();
    fill_pattern(data, static_cast<std::size_t>(message.bytes), message.number);
    requests_.emplace_back();
    pending_.push_back({data, false, 0});
    MPI_Isend(data, message.bytes, MPI_BYTE, message.to, message.tag, MPI_COMM_WORLD,
              &requests_.back());
  }

  void begin_receive(const Message& message) {
    unsigned char* const data = buffer();
    requests_.emplace_back();
    pending_.push_back({data, true, ++posted_});
    MPI_Irecv(data, kLongest, MPI_BYTE, mode_ == Mode::kExact ? message.from : MPI_ANY_SOURCE,
              mode_ == Mode::kAnySourceAndTag ? MPI_ANY_TAG : message.tag, MPI_COMM_WORLD,
              &requests_.back());
  }

  void test_one() {
    int index = 0, flag = 0;
    MPI_Status status;
    MPI_Testany(static_cast<int>(requests_.size()), requests_.data(), &index, &flag, &status);
    if (flag && index != MPI_UNDEFINED) completed(index, status);
  }

  void complete_one() {
    if (random_.one_in(3)) {
      test_one();
      return;
    }
    int index = 0;
    MPI_Status status;
    MPI_Waitany(static_cast<int>(requests_.size()), requests_.data(), &index, &status);
    completed(index, status);
  }

  void completed(int index, const MPI_Status& status) {
    const Pending done = pending_[static_cast<std::size_t>(index)];
    requests_.erase(requests_.begin() + index);
    pending_.erase(pending_.begin() + index);
    if (done.is_receive) check(done, status);
  }

  /// The pattern says which message it is; it must be one that was still to come.
  void check(const Pending& done, const MPI_Status& status) {
    const auto which = key(status.MPI_SOURCE, status.MPI_TAG);
    std::deque<Message>& candidates = expected_[which];
    const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const Message& one) {
      return one.tag == status.MPI_TAG && one.bytes == status.flybar_bytes &&
             has_pattern(done.buffer, static_cast<std::size_t>(one.bytes), one.number);
    });
    ASSERT_NE(found, candidates.end())
        << "seed " << program_.seed_ << ": rank " << rank_ << " got " << status.flybar_bytes
        << " B from rank " << status.MPI_SOURCE << " with tag " << status.MPI_TAG
        << " that nobody sent it";
    // Very short ones look alike.
    if (found->bytes >= kTellsApart) got_[which].push_back({done.posted, found->number});
    candidates.erase(found);
  }

  const RandomProgram& program_;
  const int rank_;
  const Mode mode_;
  lockstep::Random random_;
  std::map<std::pair<int, int>, std::deque<Message>> expected_;
  std::vector<MPI_Request> requests_;
  std::vector<Pending> pending_;
  std::vector<unsigned char*> buffers_;
  std::size_t posted_ = 0;
  std::map<std::pair<int, int>, std::vector<Got>> got_;
};

void RandomProgram::run(int rank) const {
  Player player(*this, rank);
  auto* const own = allocate<std::int64_t>(1);
  auto* const sum = allocate<std::int64_t>(1);
  for (const Round& round : rounds_) {
    player.play(round);
    *own = rank + 1;
    MPI_Allreduce(own, sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(*sum, processes() * (processes() + 1) / 2) << "seed " << seed_;
  }
  player.check_order();
}

}  // namespace flybar::mpi
