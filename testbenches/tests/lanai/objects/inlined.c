/* The lines are counted in debug_info_test.cpp. */
volatile int port;

static int read_port(void) {
  return port;
}

static int sum_of_two(void) {
  return read_port() + read_port();
}

int main(void) {
  port = 1;
  return sum_of_two();
}
