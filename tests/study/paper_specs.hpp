// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "json.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

/// The specs under layouts/papers/, and the records that they give.
namespace cutline::test {

using Json = nlohmann::ordered_json;

inline doctest::Approx near(double value) { return doctest::Approx(value).epsilon(1e-9); }

inline Study spec(const std::string& name, const Overrides& overrides = {}) {
  return read_study(source_folder() + "/layouts/papers/" + name + ".yaml", overrides);
}

inline Json records(const Study& study) {
  return json_of(result_document(study, evaluate(study), {})).at("candidates");
}

}  // namespace cutline::test
