// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "cutline/detail/base/callbacks.hpp"
#include "cutline/detail/base/values.hpp"

/// Helpers of every part of the Python module.
namespace cutline::python {

namespace py = pybind11;

/// Runs long work on a thread of its own without the interpreter's lock, and checks for signals twenty times a second.
/// After an interrupt (Ctrl-C) the watch asks the work to stop, and its loops throw StopAsked. Then Python's exception
/// for the interrupt is thrown. Other exceptions of the work are thrown again. The work must not touch Python's
/// objects.
void without_lock(FunctionRef<void(Watch&)> work);
/// The same for work that gives a value.
template <class Work>
auto found_without_lock(const Work& work) {
  std::optional<std::invoke_result_t<Work, Watch&>> found;
  without_lock([&](Watch& watch) { found.emplace(work(watch)); });
  return *std::move(found);
}

/// The value as a Python object. Null becomes None; a map becomes a dictionary in the same order.
py::object to_python(const Data& value);

/// A read-only NumPy array over `count` records, without a copy. `stride` is in bytes; the array keeps `owner`, which
/// holds the records, alive.
py::array array_over(const py::dtype& type, std::size_t count, std::size_t stride, const void* data,
                     std::shared_ptr<const void> owner);

/// Issues a Python warning with this text; throws if the user has turned warnings into exceptions.
void warn(const std::string& text);

}  // namespace cutline::python
