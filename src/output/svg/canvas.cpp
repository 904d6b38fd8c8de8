// SPDX-License-Identifier: Apache-2.0
#include "output/svg/canvas.hpp"

#include <algorithm>

#include "output/svg/text.hpp"
#include "output/text/xml.hpp"

namespace cutline::svg {

namespace {

std::string_view anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::start:
      return "start";
    case Anchor::middle:
      return "middle";
    case Anchor::end:
      return "end";
  }
  return "start";
}

}  // namespace

std::string number(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

double shared_area(const Rect& a, const Rect& b) {
  const double width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const double height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

std::string scoped_rules(std::string_view root, std::string_view rules) {
  std::string out;
  while (!rules.empty()) {
    const std::size_t end = rules.find('\n');
    const std::string_view rule = rules.substr(0, end);
    rules.remove_prefix(end == std::string_view::npos ? rules.size() : end + 1);
    const std::size_t brace = rule.find('{');
    std::string_view selectors = rule.substr(0, brace);
    while (!selectors.empty()) {
      const std::size_t comma = selectors.find(',');
      const bool last = comma == std::string_view::npos;
      out += fmt::format(".{} {}{}", root, selectors.substr(0, comma), last ? "" : ",");
      selectors.remove_prefix(last ? selectors.size() : comma + 1);
    }
    out += fmt::format("{}\n", rule.substr(brace));
  }
  return out;
}

void Canvas::open(std::string_view css_class, std::string_view attributes) {
  put("<g class=\"{}\"{}{}>\n", css_class, attributes.empty() ? "" : " ", attributes);
}

void Canvas::finish(std::string_view element, std::string_view css_class, std::string_view title,
                    std::string_view attributes) {
  put(" class=\"{}\"{}{}>", css_class, attributes.empty() ? "" : " ", attributes);
  if (!title.empty()) put("<title>{}</title>", text::xml_escape(title));
  put("</{}>\n", element);
}

void Canvas::rect(const Rect& rect, std::string_view css_class, std::string_view title, std::string_view attributes) {
  put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(rect.x), number(rect.y), number(rect.width),
      number(rect.height));
  finish("rect", css_class, title, attributes);
}

void Canvas::line(double x0, double y0, double x1, double y1, std::string_view css_class, std::string_view title,
                  std::string_view attributes) {
  put("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(x0), number(y0), number(x1), number(y1));
  finish("line", css_class, title, attributes);
}

void Canvas::path(std::string_view data, std::string_view css_class, std::string_view title,
                  std::string_view attributes) {
  put("<path d=\"{}\"", data);
  finish("path", css_class, title, attributes);
}

void Canvas::text(double x, double y, std::string_view text, const TextStyle& style) {
  put("<text x=\"{0}\" y=\"{1}\" class=\"{2}\" font-size=\"{3}\"", number(x), number(y), style.css_class,
      number(style.size_pt * kPointMm));
  if (style.anchor != Anchor::start) put(" text-anchor=\"{}\"", anchor_name(style.anchor));
  if (style.turn_degrees != 0) {
    put(" transform=\"rotate({} {} {})\"", number(style.turn_degrees), number(x), number(y));
  }
  put(">{}</text>\n", text::xml_escape(text));
}

}  // namespace cutline::svg
