/* A stream as netperf's: stream - BYTES WAY receives, stream HOST BYTES WAY sends, with requests of
 * 64 KB. WAY is remap (whole pages), copy (from an address inside a page), write (each page is
 * written before it is sent), far (from other memory each time) or stack (from there). */
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { kRequest = 65536, kPort = 5001 };

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static unsigned char* pages(long bytes) {
  return mmap(0, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void fill(unsigned char* buffer, long request) {
  for (long i = 0; i < kRequest; ++i) buffer[i] = (unsigned char)(i * 7 + request * 13);
}

static int is_right(const unsigned char* buffer, long request) {
  for (long i = 0; i < kRequest; ++i)
    if (buffer[i] != (unsigned char)(i * 7 + request * 13)) return 0;
  return 1;
}

static int receive(int stream, long bytes, const char* way) {
  unsigned char* const buffer =
      strcmp(way, "copy") == 0 ? pages(2 * kRequest) + 1 : pages(kRequest);
  const int written = strcmp(way, "write") == 0 || strcmp(way, "far") == 0;
  double begin = 0;
  long got = 0, wrong = 0;
  for (ssize_t came; (came = recv(stream, buffer, kRequest, MSG_WAITALL)) > 0; got += came) {
    if (got == 0) begin = now_us();
    if (written && !is_right(buffer, got / kRequest)) ++wrong;
  }
  printf("%ld bytes, %ld wrong, %.3f Mb/s\n", got, wrong,
         (double)(got - kRequest) * 8 / (now_us() - begin));
  return got != bytes || wrong != 0;
}

static int send_all(int stream, long bytes, const char* way) {
  const int far = strcmp(way, "far") == 0;
  unsigned char stack[kRequest] = {1};
  unsigned char* buffer = strcmp(way, "stack") == 0
                              ? stack
                              : pages(far ? bytes : 2 * kRequest) + (strcmp(way, "copy") == 0);
  for (long request = 0; request < bytes / kRequest; ++request) {
    if (far || strcmp(way, "write") == 0) fill(buffer, request);
    if (send(stream, buffer, kRequest, 0) != kRequest) return 1;
    if (far) buffer += kRequest;
  }
  return 0;
}

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const long bytes = atol(arguments[2]);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(kPort)};
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (strcmp(arguments[1], "-") == 0) {
    bind(socket_, (struct sockaddr*)&at, sizeof at);
    listen(socket_, 1);
    return receive(accept(socket_, 0, 0), bytes, arguments[3]);
  }
  memcpy(&at.sin_addr, gethostbyname(arguments[1])->h_addr, sizeof at.sin_addr);
  if (connect(socket_, (struct sockaddr*)&at, sizeof at) != 0) return 1;
  return send_all(socket_, bytes, arguments[3]);
}
