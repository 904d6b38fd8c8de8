// SPDX-License-Identifier: Apache-2.0
#include "cutline_routes.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "random_utils.hpp"
#include "routefunc.hpp"

using namespace std;

namespace {

/// One way on.
struct Hop {
  int port;
  int dateline;  // class within the layer
  double share;  // of the messages
};

struct Routes {
  int layers, datelines;
  vector<int> router_of, port_of;             // by terminal: its router, and the router's port that leads to it
  vector<vector<int> > layer;                 // by source, then by destination
  vector<vector<vector<vector<Hop> > > > to;  // by destination, layer and router
};

Routes routes;

void stop(const string& why) {
  cout << "Error: " << why << endl;
  exit(-1);
}

/// Terminals have the numbers 0, 1, 2 ... without a gap.
void set_terminals(const CutlinePorts& terminals) {
  for (CutlinePorts::const_iterator router = terminals.begin(); router != terminals.end(); ++router) {
    for (map<int, pair<int, int> >::const_iterator each = router->second.begin(); each != router->second.end();
         ++each) {
      const size_t least = each->first + 1;
      if (routes.router_of.size() < least) {
        routes.router_of.resize(least);
        routes.port_of.resize(least);
      }
      routes.router_of[each->first] = router->first;
      routes.port_of[each->first] = each->second.first;
    }
  }
}

/// Hops as `next`, `next/dateline` or `next/dateline*share`, with commas between; `-` for none.
vector<Hop> read_hops(const string& text, const map<int, pair<int, int> >& neighbours) {
  vector<Hop> hops;
  if (text == "-") return hops;
  istringstream list(text);
  for (string each; getline(list, each, ',');) {
    istringstream words(each);
    int next = -1;
    char sign = 0;
    Hop hop = {-1, 0, 1};
    words >> next;
    while (words >> sign) {
      if (sign == '/')
        words >> hop.dateline;
      else if (sign == '*')
        words >> hop.share;
      else
        stop("a hop of the routes cannot be read: " + each);
    }
    if (neighbours.count(next) == 0) stop("the routes name a channel that the network has not: " + each);
    hop.port = neighbours.find(next)->second.first;
    hops.push_back(hop);
  }
  return hops;
}

void read_head(istream& line, size_t routers) {
  size_t said = 0, destinations = 0;
  string name;
  line >> said >> name >> destinations >> name >> routes.layers >> name >> routes.datelines;
  if (!line || said != routers) stop("the routes are those of another network");
  if (gNumVCs < routes.layers * routes.datelines) stop("the routes need more virtual channels: raise num_vcs");
  routes.layer.assign(destinations, vector<int>(destinations));
  routes.to.assign(destinations, vector<vector<vector<Hop> > >(routes.layers, vector<vector<Hop> >(routers)));
}

void read_layers(istream& line) {
  int source = 0;
  line >> source;
  for (size_t i = 0; i < routes.layer.at(source).size(); ++i) line >> routes.layer[source][i];
}

void read_ways(istream& line, const CutlinePorts& neighbours) {
  int destination = 0, layer = 0;
  line >> destination >> layer;
  vector<vector<Hop> >& ways = routes.to.at(destination).at(layer);
  string hops;
  for (size_t router = 0; router < ways.size(); ++router) {
    line >> hops;
    ways[router] = read_hops(hops, neighbours.find(router)->second);
  }
}

/// One of the hops, by their shares.
const Hop& chosen(const vector<Hop>& hops) {
  size_t i = 0;
  if (hops.size() == 1) return hops[0];
  for (double left = RandomFloat(); i + 1 < hops.size() && left >= hops[i].share; ++i) left -= hops[i].share;
  return hops[i];
}

}  // namespace

void read_cutline_routes(const string& file, const CutlinePorts& terminals, const CutlinePorts& neighbours) {
  if (file.empty()) return;
  ifstream text(file.c_str());
  if (!text) stop("there is no file of routes " + file);
  routes = Routes();
  set_terminals(terminals);
  for (string all; getline(text, all);) {
    istringstream line(all);
    string word;
    line >> word;
    if (word.empty() || word[0] == '#') continue;
    if (word == "routers")
      read_head(line, neighbours.size());
    else if (word == "layer")
      read_layers(line);
    else if (word == "to")
      read_ways(line, neighbours);
    else
      stop("a line of the routes cannot be read: " + all);
    if (!line) stop("a line of the routes ends early: " + all);
  }
  cout << "routes of " << file << ": " << routes.layers << " x " << routes.datelines << " classes of " << gNumVCs
       << " virtual channels" << endl;
}

void cutline_anynet(const Router* router, const Flit* flit, int, OutputSet* outputs, bool inject) {
  outputs->Clear();
  if (inject) {
    outputs->AddRange(-1, 0, gNumVCs - 1);
    return;
  }
  if (routes.to.empty()) stop("routing_function = cutline takes its routes from routes_file");
  const int source = routes.router_of[flit->src], destination = routes.router_of[flit->dest];
  if (router->GetID() == destination) {
    outputs->AddRange(routes.port_of[flit->dest], 0, gNumVCs - 1);
    return;
  }
  const int layer = routes.layer[source][destination], classes = routes.layers * routes.datelines;
  const vector<Hop>& hops = routes.to[destination][layer][router->GetID()];
  if (hops.empty()) stop("the routes end before their destination");
  const Hop& hop = chosen(hops);
  const int own = layer * routes.datelines + hop.dateline;
  outputs->AddRange(hop.port, own * gNumVCs / classes, (own + 1) * gNumVCs / classes - 1);
}
