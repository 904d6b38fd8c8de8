# SPDX-License-Identifier: Apache-2.0
# Run by KLayout: klayout -b -rd names=FILE -r klayout_nets.py
# For each layout that the file names it prints a line "FILE name", a line for each net, and "END name nets". The line
# of a net lists the nodes in whose boxes it ends, with a ~ the nodes through whose boxes it passes, and after a bar the
# names of links on it.
import pya

SHAPES, TEXTS, TERMINALS, THROUGH, UPPER_ENDS, UPPER_THROUGH = range(6)
POSTS, PASSED = 3, 4


def kind_of(layer):
    if layer in (POSTS, PASSED):
        return "post"
    return {0: "metal", 5: "via"}.get(layer % 10) if layer >= 10 else None


class Nets:
    def __init__(self, path):
        self.layout = pya.Layout()
        self.layout.read(path)
        self.top = self.layout.top_cell()
        if len(self.layout.top_cells()) != 1:
            print("several top cells")
        self.top.flatten(True)
        self.index = {}
        for info in self.layout.layer_infos():
            self.index[(info.layer, info.datatype)] = self.layout.find_layer(info)
        self.names = {}

    def extract(self):
        self.l2n = pya.LayoutToNetlist(pya.RecursiveShapeIterator(self.layout, self.top, []))
        self.region = {}
        for (layer, datatype), i in self.index.items():
            if kind_of(layer) is None:
                continue
            name = "L%d_%d" % (layer, datatype)
            if datatype % 10 == TEXTS:
                self.region[(layer, datatype)] = self.l2n.make_text_layer(i, name)
            else:
                self.region[(layer, datatype)] = self.l2n.make_polygon_layer(i, name)
        for (layer, datatype), region in self.region.items():
            if datatype % 10 == SHAPES:
                self.l2n.connect(region)
            for other in self.neighbours(layer, datatype):
                if other in self.region:
                    self.l2n.connect(region, self.region[other])
        self.l2n.extract_netlist()

    def neighbours(self, layer, datatype):
        """The shapes that touch a shape electrically, each pair counted from one side."""
        if datatype % 10 != SHAPES:
            return [(layer, datatype - datatype % 10)]
        if layer == PASSED:
            return [(POSTS, datatype), (POSTS, datatype - 10)]
        if kind_of(layer) == "via":
            return [(layer - 5, datatype), (layer + 5, datatype)]
        return []

    def node_at(self, point, plane):
        spot = pya.Box(point.x, point.y, point.x, point.y)
        for layer in (1, 2):
            if (layer, 10 * plane) not in self.index:
                continue
            for found in self.top.begin_shapes_rec_touching(self.index[(layer, 10 * plane)], spot).each():
                return self.name_of(found.shape().bbox(), layer, plane)
        return "nothing"

    def name_of(self, box, layer, plane):
        key = (box.left, box.bottom, plane)
        if key not in self.names:
            texts = self.top.begin_shapes_rec_touching(self.index[(layer, 10 * plane + TEXTS)], box.enlarged(-1, -1))
            self.names[key] = ",".join(each.shape().text_string for each in texts.each())
        return self.names[key]

    def ends_of(self, net):
        for (layer, datatype), region in self.region.items():
            purpose = datatype % 10
            if purpose in (SHAPES, TEXTS):
                continue
            plane = datatype // 10 + (1 if purpose in (UPPER_ENDS, UPPER_THROUGH) else 0)
            mark = "~" if purpose in (THROUGH, UPPER_THROUGH) else ""
            for terminal in self.l2n.shapes_of_net(net, region, True).each():
                yield mark + self.node_at(terminal.bbox().center(), plane)

    def tell(self):
        nets = list(self.l2n.netlist().circuit_by_name(self.top.name).each_net())
        for net in nets:
            print(" ".join(sorted(self.ends_of(net))) + "|" + net.name)
        return len(nets)


for path in open(names).read().split():
    print("FILE " + path)
    nets = Nets(path)
    nets.extract()
    print("END %s %d" % (path, nets.tell()))
