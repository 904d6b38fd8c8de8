// SPDX-License-Identifier: Apache-2.0
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "cutline/base/parallel.hpp"

/// Test files run in parallel, so each uses one thread; tests of threads set their own number.
int main(int argc, char** argv) {
  cutline::set_thread_count(1);
  return doctest::Context(argc, argv).run();
}
