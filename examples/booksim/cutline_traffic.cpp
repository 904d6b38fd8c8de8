// SPDX-License-Identifier: Apache-2.0
#include "cutline_traffic.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "random_utils.hpp"

using namespace std;

namespace {

/// What the terminals of one router send.
struct Sender {
  double rate = 0;       // of each, in rates of a mean terminal
  vector<int> to;        // routers
  vector<double> up_to;  // the parts of these and of all before them
};

/// The message that a terminal is sending.
struct Message {
  int left = 0, destination = -1;  // packets, terminal; -1: not drawn yet
};

struct Senders {
  int packets = 1;                      // of a message
  vector<Message> now;                  // by terminal
  vector<int> router_of, first, count;  // by terminal; by router
  vector<Sender> of;                    // by router
};

void stop(const string& why) {
  cout << "Error: " << why << endl;
  exit(-1);
}

void read_terminals(istream& line, Senders& senders) {
  int terminals = 0;
  while (line >> terminals) {
    senders.first.push_back(int(senders.router_of.size()));
    senders.count.push_back(terminals);
    senders.router_of.insert(senders.router_of.end(), terminals, int(senders.count.size()) - 1);
  }
  line.clear();
  senders.of.resize(senders.count.size());
}

void read_sender(istream& line, Senders& senders) {
  size_t router = 0;
  string all;
  line >> router;
  Sender& sender = senders.of.at(router);
  line >> sender.rate >> all;
  istringstream list(all);
  for (string each; getline(list, each, ',');) {
    istringstream words(each);
    size_t to = 0;
    char sign = 0;
    double part = 0;
    if (!(words >> to >> sign >> part) || to >= senders.count.size() || senders.count[to] == 0)
      stop("a destination of the traffic cannot be read: " + each);
    sender.to.push_back(int(to));
    sender.up_to.push_back(part + (sender.up_to.empty() ? 0 : sender.up_to.back()));
  }
  if (sender.to.empty()) stop("a router sends nowhere");
}

Senders read(const string& file, int terminals) {
  ifstream text(file.c_str());
  if (!text) stop("there is no file of traffic '" + file + "': name it with traffic_file");
  Senders senders;
  for (string all; getline(text, all);) {
    istringstream line(all);
    string word;
    line >> word;
    if (word == "packets") line >> senders.packets;
    if (word == "at") read_terminals(line, senders);
    if (word == "from") read_sender(line, senders);
    if (!line && !word.empty()) stop("a line of the traffic ends early: " + all.substr(0, 80));
  }
  if (int(senders.router_of.size()) != terminals) stop("the traffic is that of another network");
  senders.now.resize(terminals);
  return senders;
}

/// Read once for the traffic and for the injection of all classes of packets.
Senders& senders_of(const string& file, int terminals) {
  static Senders all = read(file, terminals);
  return all;
}

Senders* senders = NULL;

int drawn_destination(const Sender& sender) {
  const double drawn = RandomFloat() * sender.up_to.back();
  const size_t found = upper_bound(sender.up_to.begin(), sender.up_to.end(), drawn) - sender.up_to.begin();
  const int router = sender.to[min(found, sender.to.size() - 1)];
  return senders->first[router] + (senders->count[router] > 1 ? RandomInt(senders->count[router] - 1) : 0);
}

}  // namespace

CutlineTraffic::CutlineTraffic(int terminals, const string& file) : TrafficPattern(terminals) {
  senders = &senders_of(file, terminals);
}

int CutlineTraffic::dest(int source) {
  Message& message = senders->now[source];
  if (message.destination < 0) message.destination = drawn_destination(senders->of[senders->router_of[source]]);
  return message.destination;
}

CutlineInjection::CutlineInjection(int terminals, double load, const string& file) : InjectionProcess(terminals, load) {
  senders = &senders_of(file, terminals);
}

bool CutlineInjection::test(int source) {
  Message& message = senders->now[source];
  if (message.left > 0) {
    --message.left;
    return true;
  }
  message.destination = -1;
  if (RandomFloat() >= _rate / senders->packets * senders->of[senders->router_of[source]].rate) return false;
  message.left = senders->packets - 1;
  return true;
}
