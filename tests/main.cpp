// SPDX-License-Identifier: Apache-2.0
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "cutline/base/parallel.hpp"

namespace {

/// Test files run in parallel, so each test begins with one thread, whatever the test before it set: many short loops
/// on threads that have to wait for a core take a hundred times as long. Tests of threads set their own number.
struct OneThread : doctest::IReporter {
  explicit OneThread(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override { cutline::set_thread_count(1); }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

}  // namespace

REGISTER_LISTENER("one thread", 0, OneThread);

int main(int argc, char** argv) {
  cutline::set_thread_count(1);
  return doctest::Context(argc, argv).run();
}
