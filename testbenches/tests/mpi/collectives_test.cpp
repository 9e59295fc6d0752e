#include <numeric>

#include "testbenches/tests/mpi/mpi_bench.h"

namespace flybar::mpi {
namespace {

struct Way {
  const char* name;
  int processes;
  AllToAll alltoall = AllToAll::kRankOrder;
  AllReduce allreduce = AllReduce::kReduceBroadcast;
  Barrier barrier = Barrier::kTree;
  Broadcast broadcast = Broadcast::kBinomial;
};
std::ostream& operator<<(std::ostream& out, const Way& one) {
  return out << one.name;
}

class Collectives : public MpiBench, public testing::WithParamInterface<Way> {
 protected:
  Collectives() {
    params.alltoall = GetParam().alltoall;
    params.allreduce = GetParam().allreduce;
    params.barrier = GetParam().barrier;
    params.broadcast = GetParam().broadcast;
  }
  const int size = GetParam().processes;
};

TEST_P(Collectives, reductions_see_every_process_once) {
  run(size, [&](int rank) {
    const int all = size * (size - 1) / 2;
    for (int root = 0; root < size; ++root) {
      const int own[2] = {rank, 1};
      int sum[2] = {-1, -1};
      MPI_Reduce(own, sum, 2, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
      if (rank == root) {
        EXPECT_EQ(sum[0], all);
        EXPECT_EQ(sum[1], size);
      }
    }
    auto* const values = allocate<double>(3000);
    std::iota(values, values + 3000, rank);
    MPI_Allreduce(MPI_IN_PLACE, values, 3000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 3000; ++i) EXPECT_EQ(values[i], all + i * size);
    const int least = rank + 5;
    int found = 0;
    MPI_Allreduce(&least, &found, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    EXPECT_EQ(found, 5);
  });
}

TEST_P(Collectives, broadcasts_reach_all) {
  run(size, [&](int rank) {
    auto* const data = allocate<unsigned char>(20000);
    for (int root = 0; root < size; ++root) {
      for (const int bytes : {0, 100, 20000}) {
        const auto seed = static_cast<std::size_t>(root + bytes);
        if (rank == root) fill_pattern(data, static_cast<std::size_t>(bytes), seed);
        MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        EXPECT_TRUE(has_pattern(data, static_cast<std::size_t>(bytes), seed));
      }
    }
  });
}

TEST_P(Collectives, nobody_leaves_a_barrier_before_all_have_entered) {
  std::vector<double> entered(static_cast<std::size_t>(size));
  std::vector<double> left(static_cast<std::size_t>(size));
  run(size, [&](int rank) {
    MPIX_Compute(1e-4 * ((rank * 7) % 5));
    entered[static_cast<std::size_t>(rank)] = MPIX_Time();
    MPI_Barrier(MPI_COMM_WORLD);
    left[static_cast<std::size_t>(rank)] = MPIX_Time();
  });
  EXPECT_GE(*std::min_element(left.begin(), left.end()),
            *std::max_element(entered.begin(), entered.end()));
}

TEST_P(Collectives, blocks_get_to_their_ranks) {
  run(size, [&](int rank) {
    const auto ranks = static_cast<std::size_t>(size);
    auto* const own = allocate<int>(ranks);
    auto* const all = allocate<int>(ranks);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < size && rank == size - 1; ++i) EXPECT_EQ(all[i], i);
    std::iota(all, all + size, 100);
    MPI_Scatter(all, 1, MPI_INT, own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT_EQ(own[0], 100 + rank);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT_EQ(all[i], i);
    for (int i = 0; i < size; ++i) own[i] = 1000 * rank + i;
    MPI_Alltoall(own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT_EQ(all[i], 1000 * i + rank);
  });
}

TEST_P(Collectives, blocks_of_different_lengths_get_to_their_ranks) {
  run(size, [&](int rank) {
    const auto ranks = static_cast<std::size_t>(size);
    // From rank a to rank b: 1,500 x ((a + 2b) mod 4) ints, so some are empty and some are long.
    const auto length = [](int from, int to) { return 1500 * ((from + 2 * to) % 4); };
    std::vector<int> out(ranks), out_at(ranks), in(ranks), in_at(ranks);
    for (int i = 0; i < size; ++i) {
      const auto n = static_cast<std::size_t>(i);
      out[n] = length(rank, i);
      in[n] = length(i, rank);
      out_at[n] = i * 4500;
      in_at[n] = i * 4500;
    }
    auto* const sends = allocate<int>(ranks * 4500);
    auto* const receives = allocate<int>(ranks * 4500);
    for (int i = 0; i < size * 4500; ++i) sends[i] = rank * 1000000 + i;
    MPI_Alltoallv(sends, out.data(), out_at.data(), MPI_INT, receives, in.data(), in_at.data(),
                  MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from)
      for (int i = 0; i < length(from, rank); ++i)
        ASSERT_EQ(receives[from * 4500 + i], from * 1000000 + rank * 4500 + i);
  });
}

INSTANTIATE_TEST_SUITE_P(
    algorithms, Collectives,
    testing::Values(Way{"alone", 1}, Way{"of_the_time", 8}, Way{"of_the_time_odd", 5},
                    Way{"later", 8, AllToAll::kRotated, AllReduce::kRecursiveDoubling,
                        Barrier::kDissemination, Broadcast::kLinear},
                    Way{"later_odd", 7, AllToAll::kPairwise, AllReduce::kRecursiveDoubling,
                        Barrier::kDissemination, Broadcast::kLinear}),
    [](const auto& one) { return one.param.name; });

class Communicators : public MpiBench {};

TEST_F(Communicators, a_duplicate_keeps_messages_apart) {
  run(2, [&](int rank) {
    MPI_Comm twin = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    for (int i = 0; i < 2 && rank == 0; ++i)
      MPI_Send(&i, 1, MPI_INT, 1, 0, i == 0 ? MPI_COMM_WORLD : twin);
    for (int i = 1; i >= 0 && rank == 1; --i) {
      int value = -1;
      MPI_Recv(&value, 1, MPI_INT, 0, 0, i == 0 ? MPI_COMM_WORLD : twin, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, i);
    }
    MPI_Comm_free(&twin);
    EXPECT_EQ(twin, MPI_COMM_NULL);
  });
}

TEST_F(Communicators, split_orders_members_by_key) {
  run(6, [&](int rank) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    int own = -1, size = 0, sum = 0;
    MPI_Comm_rank(part, &own);
    MPI_Comm_size(part, &size);
    EXPECT_EQ(size, 3);
    EXPECT_EQ(own, 2 - rank / 2);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
    EXPECT_EQ(sum, rank % 2 == 0 ? 6 : 9);
    MPI_Comm none = 5;
    MPI_Comm_split(part, own == 0 ? MPI_UNDEFINED : 1, 0, &none);
    EXPECT_EQ(none == MPI_COMM_NULL, own == 0);
  });
}

class UnequalCalls : public MpiBench {};

TEST_F(UnequalCalls, of_another_collective_are_refused) {
  const std::string error = error_of(3, [&](int rank) {
    int value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
      MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("collective call 2 of communicator 0"), std::string::npos) << error;
  EXPECT_NE(error.find("MPI_Bcast with root 0"), std::string::npos) << error;
}

TEST_F(UnequalCalls, with_another_root_are_refused) {
  const std::string error = error_of(2, [&](int rank) {
    int value = 0;
    MPI_Bcast(&value, 1, MPI_INT, rank, MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("MPI_Bcast with root 0 "), std::string::npos) << error;
}

TEST_F(UnequalCalls, that_one_process_leaves_out_are_refused_at_the_end) {
  const std::string error = error_of(2, [&](int rank) {
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("MPI_Barrier"), std::string::npos) << error;
  EXPECT_NE(error.find("MPI_Finalize"), std::string::npos) << error;
}

TEST_F(UnequalCalls, with_other_counts_are_refused) {
  const std::string error = error_of(2, [&](int rank) {
    int values[4] = {};
    MPI_Bcast(values, rank == 0 ? 4 : 3, MPI_INT, 0, MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("rank 0 sends 16 B, and 12 B are expected"), std::string::npos) << error;
}

TEST_F(UnequalCalls, with_other_datatypes_are_refused) {
  const std::string error = error_of(2, [&](int rank) {
    double value = 0;
    MPI_Bcast(&value, rank == 0 ? 2 : 1, rank == 0 ? MPI_INT : MPI_DOUBLE, 0, MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("rank 0 sends MPI_INT, and MPI_DOUBLE is expected"), error.npos) << error;
}

class OwnBlock : public MpiBench {};

TEST_F(OwnBlock, of_another_length_or_datatype_is_refused) {
  run(1, [&](int) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const MPI_Comm world = MPI_COMM_WORLD;
    int in[4] = {}, out[4] = {};
    double wide = 0;
    EXPECT_EQ(MPI_Gather(out, 4, MPI_INT, in, 1, MPI_INT, 0, world), MPI_ERR_COUNT);
    EXPECT_EQ(MPI_Scatter(out, 1, MPI_INT, in, 4, MPI_INT, 0, world), MPI_ERR_COUNT);
    EXPECT_EQ(MPI_Allgather(out, 4, MPI_INT, in, 1, MPI_INT, world), MPI_ERR_COUNT);
    EXPECT_EQ(MPI_Gather(out, 2, MPI_INT, &wide, 1, MPI_DOUBLE, 0, world), MPI_ERR_TYPE);
    EXPECT_EQ(MPI_Gather(out, 8, MPI_BYTE, &wide, 1, MPI_DOUBLE, 0, world), MPI_SUCCESS);
  });
}

class InPlace : public MpiBench {};

TEST_F(InPlace, is_refused_where_the_standard_has_no_place) {
  run(1, [&](int) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const MPI_Comm world = MPI_COMM_WORLD;
    void* const place = MPI_IN_PLACE;
    int one[1] = {}, count[1] = {1}, at[1] = {0};
    EXPECT_EQ(MPI_Send(place, 1, MPI_INT, 0, 0, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Bcast(place, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Reduce(one, place, 1, MPI_INT, MPI_SUM, 0, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Allreduce(one, place, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Gather(one, 1, MPI_INT, place, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Scatter(place, 1, MPI_INT, one, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Allgather(one, 1, MPI_INT, place, 1, MPI_INT, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Alltoall(place, 1, MPI_INT, one, 1, MPI_INT, world), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Alltoallv(place, count, at, MPI_INT, one, count, at, MPI_INT, world),
              MPI_ERR_BUFFER);
  });
}

TEST_F(InPlace, belongs_to_the_root_of_a_reduction_only) {
  const std::string error = error_of(2, [&](int rank) {
    int value = rank;
    MPI_Reduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  });
  EXPECT_NE(error.find("MPI_Reduce: MPI_IN_PLACE as a buffer"), error.npos) << error;
  EXPECT_NE(error.find("MPI rank 1"), error.npos) << error;
}

TEST_F(InPlace, gives_the_right_result_where_it_is_allowed) {
  run(2, [&](int rank) {
    const bool root = rank == 0;
    int sum = rank + 1;
    MPI_Reduce(root ? MPI_IN_PLACE : &sum, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    EXPECT_TRUE(!root || sum == 3);
    int own = rank + 10, all[2] = {10, 0}, parts[2] = {20, 21};
    MPI_Gather(root ? MPI_IN_PLACE : &own, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT_TRUE(!root || all[0] + all[1] == 21);
    MPI_Scatter(parts, 1, MPI_INT, root ? MPI_IN_PLACE : &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT_TRUE(root || own == 21);
  });
}

}  // namespace
}  // namespace flybar::mpi
