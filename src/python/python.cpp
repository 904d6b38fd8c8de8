// SPDX-License-Identifier: Apache-2.0
#include "python/python.hpp"

#include <chrono>
#include <future>

#include "cutline/base/parallel.hpp"

namespace cutline::python {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

/// A watch that asks work to stop after an interrupt.
class Asking : public Watch {
 public:
  std::uint64_t begun(const std::string&, std::uint64_t) override { return 0; }
  bool go_on(std::uint64_t, std::uint64_t) override { return !asked_; }
  void ended(std::uint64_t) override {}
  void ask() { asked_ = true; }
  const std::atomic<bool>& asked() const { return asked_; }

 private:
  std::atomic<bool> asked_ = false;
};

/// A key as a Python text. Records repeat few keys, so equal keys share one object.
py::object key_text(const std::string& key) {
  PyObject* text = PyUnicode_InternFromString(key.c_str());
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

struct ToPython {
  py::object operator()(std::monostate) const { return py::none(); }
  py::object operator()(bool truth) const { return py::bool_(truth); }
  py::object operator()(std::int64_t number) const { return py::int_(number); }
  py::object operator()(std::uint64_t number) const { return py::int_(number); }
  py::object operator()(double number) const { return py::float_(number); }
  py::object operator()(const std::string& text) const { return py::str(text); }
  py::object operator()(const Data::List& values) const {
    py::list list(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) list[i] = to_python(values[i]);
    return list;
  }
  py::object operator()(const Data::Map& map) const {
    py::dict dictionary;
    for (const auto& [key, each] : map) dictionary[key_text(key)] = to_python(each);
    return dictionary;
  }
};

}  // namespace

void without_lock(FunctionRef<void(Watch&)> work) {
  Asking asking;
  std::future<void> done;
  std::optional<py::error_already_set> raised;
  {
    const py::gil_scoped_release unlocked;
    done = std::async(std::launch::async, [&] {
      const StoppableWork stoppable(asking.asked());
      work(asking);
    });
    while (done.wait_for(kBetweenLooks) != std::future_status::ready) {
      const py::gil_scoped_acquire locked;
      if (raised || PyErr_CheckSignals() == 0) continue;
      raised.emplace();
      asking.ask();
    }
  }
  if (raised) throw py::error_already_set(*std::exchange(raised, std::nullopt));
  done.get();
}

py::object to_python(const Data& value) { return value.visit(ToPython{}); }

py::array array_over(const py::dtype& type, std::size_t count, std::size_t stride, const void* data,
                     std::shared_ptr<const void> owner) {
  using Owner = std::shared_ptr<const void>;
  auto kept = std::make_unique<Owner>(std::move(owner));
  const py::capsule base(kept.get(), [](void* pointer) { delete static_cast<Owner*>(pointer); });
  kept.release();
  py::array array(type, {static_cast<py::ssize_t>(count)}, {static_cast<py::ssize_t>(stride)}, data, base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace cutline::python
