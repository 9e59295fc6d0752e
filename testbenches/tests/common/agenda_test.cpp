#include "models/common/agenda.h"

#include <gtest/gtest.h>

namespace flybar {
namespace {

using namespace literals;

/// Notes its name when it runs.
struct Note : Task {
  Note(char name, std::string& log) : name_(name), log_(log) {}
  void run(Time now) override {
    log_ += name_;
    ran_at = now;
  }
  Time ran_at;

 private:
  char name_;
  std::string& log_;
};

/// Two tasks that have not been scheduled yet.
class AgendaTest : public testing::Test {
 protected:
  void run_all() {
    while (agenda.next() != Time::never()) agenda.run_next();
  }
  std::string log;
  Agenda agenda;
  Note a{'a', log};
  Note b{'b', log};
};

TEST_F(AgendaTest, TasksRunInTheOrderOfTheirTimes) {
  agenda.schedule(a, 20_ns);
  agenda.schedule(b, 10_ns);

  run_all();

  EXPECT_EQ(log, "ba");
  EXPECT_EQ(a.ran_at, 20_ns);
}

TEST_F(AgendaTest, EqualTimesRunInTheOrderOfScheduling) {
  agenda.schedule(b, 10_ns);
  agenda.schedule(a, 10_ns);

  run_all();

  EXPECT_EQ(log, "ba");
}

TEST_F(AgendaTest, SchedulingAgainReplacesTheAppointment) {
  agenda.schedule(a, 10_ns);
  agenda.schedule(a, 30_ns);

  EXPECT_EQ(agenda.next(), 30_ns);
  run_all();
  EXPECT_EQ(log, "a");
}

TEST_F(AgendaTest, CancelledTaskDoesNotRun) {
  agenda.schedule(a, 10_ns);
  agenda.cancel(a);

  EXPECT_EQ(agenda.next(), Time::never());
}

TEST_F(AgendaTest, HiddenTaskCountsFromWhenItIsVisible) {
  agenda.schedule(a, 10_ns);
  agenda.hide(a, 50_ns);
  EXPECT_EQ(agenda.next(), 10_ns);
  EXPECT_EQ(agenda.next_visible(), 50_ns);

  agenda.schedule(b, 30_ns);

  EXPECT_EQ(agenda.next_visible(), 30_ns);
}

TEST_F(AgendaTest, NoTaskIsHiddenOnceTheNodeRuns) {
  agenda.schedule(a, 10_ns);
  agenda.hide(a, 50_ns);
  agenda.show();
  EXPECT_EQ(agenda.next_visible(), 10_ns);
}

TEST_F(AgendaTest, NoTaskIsHiddenOnceAnotherTaskHasRun) {
  agenda.schedule(b, 5_ns);
  agenda.schedule(a, 10_ns);
  agenda.hide(a, 50_ns);

  agenda.run_next();

  EXPECT_EQ(agenda.next_visible(), 10_ns);
}

}  // namespace
}  // namespace flybar
