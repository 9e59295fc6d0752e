#include <cstring>

#include "testbenches/tests/mpi/mpi_bench.h"

namespace flybar::mpi {
namespace {

/// Each of the paths, and lengths at their edges.
struct Case {
  const char* name;
  Library library;
  int bytes;
};
std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.name;
}

class Messages : public MpiBench, public testing::WithParamInterface<Case> {};

TEST_P(Messages, arrive_as_they_were_sent) {
  params.library = GetParam().library;
  const int bytes = GetParam().bytes;
  run(2, [&](int rank) {
    auto* const data = allocate<unsigned char>(static_cast<std::size_t>(bytes) + 100) + 36;
    if (rank == 0) {
      fill_pattern(data, static_cast<std::size_t>(bytes), 5);
      MPI_Send(data, bytes, MPI_BYTE, 1, 7, MPI_COMM_WORLD);
      return;
    }
    MPI_Status status;
    MPI_Recv(data, bytes, MPI_BYTE, 0, 7, MPI_COMM_WORLD, &status);
    EXPECT_TRUE(has_pattern(data, static_cast<std::size_t>(bytes), 5));
    EXPECT_EQ(status.MPI_SOURCE, 0);
    EXPECT_EQ(status.MPI_TAG, 7);
    int count = -1;
    MPI_Get_count(&status, MPI_BYTE, &count);
    EXPECT_EQ(count, bytes);
  });
}

INSTANTIATE_TEST_SUITE_P(paths, Messages,
                         testing::Values(Case{"empty", Library::kZeroCopy, 0},
                                         Case{"eager", Library::kZeroCopy, 8192},
                                         Case{"shortest_zero_copy", Library::kZeroCopy, 8193},
                                         Case{"zero_copy", Library::kZeroCopy, 1000001},
                                         Case{"beyond_the_pin_limit", Library::kZeroCopy, 5000000},
                                         Case{"shortest_buffered", Library::kBuffered, 8193},
                                         Case{"longest_stream", Library::kBuffered, 131072},
                                         Case{"buffered", Library::kBuffered, 1000001}),
                         [](const auto& one) { return one.param.name; });

class Mpi : public MpiBench {};

TEST_F(Mpi, buffers_may_begin_at_any_byte) {
  run(2, [&](int rank) {
    auto* const data = allocate<unsigned char>(20010);
    for (const auto& [from, to] : {std::pair(0, 1), std::pair(3, 0), std::pair(2, 2)}) {
      unsigned char* const buffer = data + (rank == 0 ? from : to);
      if (rank == 0) fill_pattern(buffer, 20003, 1);
      if (rank == 0) MPI_Send(buffer, 20003, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      if (rank == 1) MPI_Recv(buffer, 20003, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_TRUE(has_pattern(buffer, 20003, 1));
    }
  });
  EXPECT_EQ(job().statistics(0).of(Path::kBuffered).messages, 3);
}

TEST_F(Mpi, the_path_depends_on_the_eager_limit) {
  params.eager_limit = Bytes(100);
  run(2, [&](int rank) {
    auto* const data = allocate<char>(101);
    for (const int bytes : {100, 101}) {
      if (rank == 0) MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      if (rank == 1) MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  });
  EXPECT_EQ(job().statistics(0).of(Path::kEager).bytes, 100);
  EXPECT_EQ(job().statistics(0).of(Path::kZeroCopy).bytes, 101);
}

TEST_F(Mpi, a_message_overtakes_none_that_matches_too) {
  run(2, [&](int rank) {
    auto* const data = allocate<int>(5000);
    for (int i = 0; i < 20; ++i) {
      const int count = i % 2 == 0 ? 5000 : 1;
      data[0] = i;
      if (rank == 0) MPI_Send(data, count, MPI_INT, 1, 3, MPI_COMM_WORLD);
      if (rank == 1) MPI_Recv(data, 5000, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(data[0], i);
    }
  });
}

TEST_F(Mpi, messages_wait_for_the_receive_with_their_tag) {
  run(2, [&](int rank) {
    for (int i = 0; i < 5; ++i) {
      int value = i;
      if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    }
    for (int i = 4; i >= 0 && rank == 1; --i) {
      int value = -1;
      MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, i);
    }
  });
  EXPECT_GE(job().statistics(1).unexpected, 4);
}

TEST_F(Mpi, a_message_in_pieces_that_nobody_expects_is_kept) {
  params.library = Library::kBuffered;
  run(2, [&](int rank) {
    auto* const data = allocate<unsigned char>(60000);
    if (rank == 0) {
      fill_pattern(data, 60000, 1);
      MPI_Send(data, 60000, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      MPI_Send(data, 4, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
      return;
    }
    MPI_Recv(data, 4, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_TRUE(has_pattern(data, 4, 1));
    MPI_Recv(data, 60000, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_TRUE(has_pattern(data, 60000, 1));
  });
}

/// The receive is posted while some of the pieces have come.
TEST_F(Mpi, a_message_in_pieces_is_found_while_it_arrives) {
  params.library = Library::kBuffered;
  run(2, [&](int rank) {
    auto* const data = allocate<unsigned char>(100000);
    if (rank == 0) {
      fill_pattern(data, 100000, 1);
      MPI_Send(data, 100000, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
      return;
    }
    MPI_Probe(0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(data, 100000, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_TRUE(has_pattern(data, 100000, 1));
  });
}

TEST_F(Mpi, wildcards_take_any_message_and_say_which) {
  run(4, [&](int rank) {
    if (rank != 0) {
      MPI_Send(&rank, 1, MPI_INT, 0, 10 + rank, MPI_COMM_WORLD);
      return;
    }
    int seen = 0;
    for (int i = 0; i < 3; ++i) {
      int value = 0;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      EXPECT_EQ(status.MPI_SOURCE, value);
      EXPECT_EQ(status.MPI_TAG, 10 + value);
      seen |= 1 << value;
    }
    EXPECT_EQ(seen, 0b1110);
  });
}

TEST_F(Mpi, a_message_too_long_for_its_receive_ends_the_run) {
  const std::string error = error_of(2, [&](int rank) {
    int data[4] = {};
    if (rank == 0) MPI_Send(data, 4, MPI_INT, 1, 2, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(data, 3, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("MPI_Recv from rank 0, tag 2: a message of 16 B"), std::string::npos)
      << error;
}

class Truncation : public MpiBench, public testing::WithParamInterface<Case> {};

TEST_P(Truncation, is_a_result_if_the_program_asks_for_it) {
  params.library = GetParam().library;
  const int bytes = GetParam().bytes;
  run(2, [&](int rank) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    auto* const data = allocate<unsigned char>(static_cast<std::size_t>(bytes));
    for (const int fewer : {bytes / 2, 0}) {
      if (rank == 0) {
        fill_pattern(data, static_cast<std::size_t>(bytes), 1);
        MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        continue;
      }
      data[fewer] = 77;
      EXPECT_EQ(MPI_Recv(data, fewer, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_ERR_TRUNCATE);
      EXPECT_TRUE(has_pattern(data, static_cast<std::size_t>(fewer), 1));
      EXPECT_EQ(data[fewer], 77);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(paths, Truncation,
                         testing::Values(Case{"eager", Library::kZeroCopy, 100},
                                         Case{"zero_copy", Library::kZeroCopy, 20000},
                                         Case{"in_pieces", Library::kBuffered, 20000},
                                         Case{"buffered", Library::kBuffered, 200000}),
                         [](const auto& one) { return one.param.name; });

TEST_F(Mpi, nonblocking_operations_end_in_any_order) {
  run(2, [&](int rank) {
    auto* const data = allocate<int>(4 * 10000);
    MPI_Request requests[4];
    for (int i = 0; i < 4; ++i) {
      int* const part = data + 10000 * i;
      if (rank == 0) {
        part[9999] = i;
        MPI_Isend(part, 10000, MPI_INT, 1, i, MPI_COMM_WORLD, requests + i);
      } else {
        MPI_Irecv(part, 10000, MPI_INT, 0, 3 - i, MPI_COMM_WORLD, requests + i);
      }
    }
    MPI_Status statuses[4];
    MPI_Waitall(4, requests, statuses);
    for (int i = 0; i < 4 && rank == 1; ++i) {
      EXPECT_EQ(data[10000 * i + 9999], 3 - i);
      EXPECT_EQ(statuses[i].MPI_TAG, 3 - i);
    }
  });
}

TEST_F(Mpi, test_and_probe_do_not_wait) {
  run(2, [&](int rank) {
    int value = 9;
    if (rank == 0) {
      MPIX_Compute(0.001);
      MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
      return;
    }
    int flag = 1;
    MPI_Iprobe(0, 4, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    EXPECT_EQ(flag, 0);
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    EXPECT_EQ(status.MPI_TAG, 4);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
  });
}

TEST_F(Mpi, a_process_sends_to_itself_by_copies) {
  run(1, [&](int) {
    auto* const out = allocate<int>(10000);
    auto* const in = allocate<int>(10000);
    out[9999] = 42;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(out, 10000, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(in, 10000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(in[9999], 42);
    MPI_Sendrecv(out, 3, MPI_INT, 0, 1, in, 3, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  EXPECT_EQ(job().statistics(0).of(Path::kSelf).messages, 2);
  EXPECT_EQ(pm_pins(network().channel(0)).misses, 0);
}

TEST_F(Mpi, a_deadlock_is_reported_with_who_waits_for_whom) {
  const std::string error = error_of(2, [&](int rank) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("in MPI_Recv from rank 1, tag 7; rank 1 since"), std::string::npos) << error;
}

TEST_F(Mpi, two_long_sends_to_each_other_are_a_deadlock) {
  const std::string error = error_of(2, [&](int rank) {
    auto* const data = allocate<char>(10000);
    MPI_Send(data, 10000, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD);
    MPI_Recv(data, 10000, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("in MPI_Send to rank 1, tag 7"), std::string::npos) << error;
}

TEST_F(Mpi, two_short_sends_to_each_other_are_none) {
  run(2, [&](int rank) {
    auto* const data = allocate<char>(8192);
    MPI_Send(data, 8192, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD);
    MPI_Recv(data, 8192, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
}

TEST_F(Mpi, a_buffer_that_cannot_be_pinned_is_an_error_with_advice) {
  std::vector<char> outside(10000);
  const std::string error = error_of(2, [&](int rank) {
    auto* const data = allocate<char>(10000);
    if (rank == 0) MPI_Send(outside.data(), 10000, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(data, 10000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("allocate the buffer with MPI_Alloc_mem"), std::string::npos) << error;
}

TEST_F(Mpi, wrong_arguments_are_refused) {
  run(1, [&](int) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int value = 0;
    MPI_Request request = 99;
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 5, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    EXPECT_EQ(MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    EXPECT_EQ(MPI_Send(&value, 1, 99, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 0, -1, MPI_COMM_WORLD), MPI_ERR_TAG);
    EXPECT_EQ(MPI_Send(nullptr, 1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 0, 0, 17), MPI_ERR_COMM);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    EXPECT_EQ(MPI_Free_mem(&value), MPI_ERR_ARG);
  });
}

TEST_F(Mpi, requests_must_be_completed_before_the_end) {
  const std::string error = error_of(2, [&](int rank) {
    static int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  });
  EXPECT_NE(error.find("MPI_Finalize with 1 operations"), std::string::npos) << error;
}

TEST_F(Mpi, the_time_of_a_process_is_divided_among_its_uses) {
  double took = 0;
  run(2, [&](int rank) {
    auto* const data = allocate<char>(100000);
    if (rank == 1) MPIX_Compute(0.002);
    if (rank == 0) MPI_Send(data, 100000, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(data, 100000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) took = MPI_Wtime();
  });
  const Statistics& sender = job().statistics(0);
  EXPECT_EQ(job().statistics(1).spent(Use::kComputing), Time::ms(2));
  EXPECT_GT(sender.spent(Use::kWaiting), Time::us(1900));
  EXPECT_GT(sender.spent(Use::kPinning), Time());
  EXPECT_EQ(sender.to[1].bytes, 100000);
}

TEST_F(Mpi, a_receive_of_another_datatype_is_an_error_at_both_lengths) {
  run(2, [&](int rank) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    auto* const data = allocate<int>(20000);
    for (const int count : {2, 20000}) {
      MPI_Status status;
      if (rank == 0) MPI_Send(data, count, MPI_INT, 1, 0, MPI_COMM_WORLD);
      if (rank == 0) continue;
      EXPECT_EQ(MPI_Recv(data, count / 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_TYPE);
    }
  });
}

TEST_F(Mpi, a_wrong_datatype_is_told_with_both_datatypes) {
  const std::string error = error_of(1, [&](int) {
    int out[2] = {};
    double in = 0;
    MPI_Sendrecv(out, 2, MPI_INT, 0, 3, &in, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  });
  EXPECT_NE(error.find("is sent as MPI_INT and received as MPI_DOUBLE"), error.npos) << error;
}

TEST_F(Mpi, bytes_agree_with_any_datatype_and_no_element_with_all) {
  run(1, [&](int) {
    const MPI_Comm world = MPI_COMM_WORLD;
    int out[2] = {1, 2};
    double in = 0;
    MPI_Sendrecv(out, 8, MPI_BYTE, 0, 3, &in, 1, MPI_DOUBLE, 0, 3, world, MPI_STATUS_IGNORE);
    EXPECT_EQ(std::memcmp(out, &in, 8), 0);
    MPI_Sendrecv(out, 0, MPI_INT, 0, 3, &in, 1, MPI_DOUBLE, 0, 3, world, MPI_STATUS_IGNORE);
  });
}

TEST_F(Mpi, an_operation_of_a_freed_communicator_still_has_its_status) {
  run(1, [&](int) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int in = 0, out = 5;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 1, MPI_INT, 0, 7, copy, &request);
    MPI_Send(&out, 1, MPI_INT, 0, 7, copy);
    MPI_Comm_free(&copy);
    MPI_Status status = {-9, -9, -9, -9};
    MPI_Wait(&request, &status);
    EXPECT_EQ(status.MPI_SOURCE, 0);
    EXPECT_EQ(status.MPI_TAG, 7);
    EXPECT_EQ(status.flybar_bytes, 4);
  });
}

TEST_F(Mpi, an_error_of_a_freed_communicator_goes_to_its_own_error_handler) {
  run(1, [&](int) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    int in = 0, out[2] = {};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 1, MPI_INT, 0, 7, copy, &request);
    MPI_Send(out, 2, MPI_INT, 0, 7, copy);
    MPI_Comm_free(&copy);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
  });
}

}  // namespace
}  // namespace flybar::mpi
