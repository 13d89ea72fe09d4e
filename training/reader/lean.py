"""The same whole numbers in less time: what onnxruntime is slow at in a quantised graph, put
otherwise.

Such a graph begins by making floats of bytes, dividing them by 255 and quantising them in steps of
a 255th, which gives the same bytes. A convolution of three numbers a pixel takes onnxruntime as
long as one of thirty: its kernels for whole numbers want multiples of four. And it makes a picture
twice as large number by number, instead of copying pixels and rows. Every number that comes out
stays as it was; ``lean`` checks that.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import numpy_helper

GROUP = 4
"""Pixels of a row that are taken together."""
BEGINNING = ("Cast", "Transpose", "Gather", "Div", "QuantizeLinear", "DequantizeLinear", "Conv")


class _Graph:
    """A quantised graph, whose nodes can be followed from one to the next."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.nodes = model.graph.node
        self.input: str = model.graph.input[0].name
        self._arrays = {array.name: array for array in model.graph.initializer}
        self._initializers = model.graph.initializer
        self._numbers = itertools.count()
        # What is known of the shapes in between doesn't hold any longer.
        del model.graph.value_info[:]

    def after(self, name: str) -> onnx.NodeProto:
        """The only node that takes ``name``. Raises ``ValueError`` if there are others."""
        (node,) = (node for node in self.nodes if name in node.input)
        return node

    def before(self, name: str) -> onnx.NodeProto:
        """The node that gives ``name``."""
        return next(node for node in self.nodes if name in node.output)

    def array(self, name: str) -> NDArray[Any]:
        """What the constant ``name`` is."""
        return numpy_helper.to_array(self._arrays[name])

    def add(self, kind: str, inputs: list[str], at: int, **settings: Any) -> str:
        """Put a node before the one with the number ``at``; the name of what it gives."""
        name = f"lean_{next(self._numbers)}"
        self.nodes.insert(at, onnx.helper.make_node(kind, inputs, [name], f"/{name}", **settings))
        return name

    def put(self, name: str, array: NDArray[Any]) -> None:
        """Make ``array`` the constant ``name``."""
        made = numpy_helper.from_array(np.ascontiguousarray(array), name)
        if name in self._arrays:
            self._arrays[name].CopyFrom(made)
        else:
            self._initializers.append(made)

    def tidy(self) -> None:
        """Drop constants that no node takes any longer."""
        taken = {name for node in self.nodes for name in node.input}
        for array in [a for a in self._initializers if a.name not in taken]:
            self._initializers.remove(array)


def lean(path: Path, *, by_fours: bool) -> None:
    """Rewrite the quantised model at ``path``, as ``training.reader.export`` writes it, so that it
    takes less time. ``by_fours``: it begins with two convolutions of stride 2 over pictures whose
    sides are multiples of four, of less than four numbers a pixel.

    Raises ``ValueError`` for a model that isn't such a one, or whose output would change.
    """
    model = onnx.load(str(path))
    asked = _asked(model)
    before = _answers(model, asked)
    graph = _Graph(model)
    _take_bytes(graph)
    if by_fours:
        _take_fours(graph)
    _copy_pixels(graph)
    graph.tidy()
    if not all(map(np.array_equal, before, _answers(model, asked))):
        raise ValueError(f"{path} would say something else")
    onnx.save(model, str(path))


def _asked(model: onnx.ModelProto) -> dict[str, NDArray[np.uint8]]:
    """Something that ``model`` takes."""
    (given,) = model.graph.input
    sides = [side.dim_value or 64 for side in given.type.tensor_type.shape.dim]
    return {given.name: np.random.default_rng(7).integers(0, 256, sides, np.uint8)}


def _answers(model: onnx.ModelProto, asked: dict[str, NDArray[np.uint8]]) -> list[NDArray[Any]]:
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return list(session.run(None, asked))


def _take_bytes(graph: _Graph) -> None:
    """Leave out what makes floats of bytes and bytes of floats again; the first convolution takes
    the channels as they come."""
    chain = [graph.after(graph.input)]
    while len(chain) < len(BEGINNING):
        chain.append(graph.after(chain[-1].output[0]))
    if tuple(node.op_type for node in chain) != BEGINNING:
        raise ValueError(f"begins with {[node.op_type for node in chain]}, not {BEGINNING}")
    cast, transposed, chosen, divided, quantised, bytes_again, convolution = chain
    step, zero = (graph.array(name) for name in quantised.input[1:])
    if zero != 0 or not np.isclose(step * graph.array(divided.input[1]), 1):
        raise ValueError("is quantised in other steps than bytes have")
    weights = graph.before(convolution.input[1]).input[0]
    order = np.argsort(graph.array(chosen.input[1]))
    graph.put(weights, graph.array(weights)[:, order])
    transposed.input[0] = graph.input
    bytes_again.input[0] = transposed.output[0]
    for node in (cast, chosen, divided, quantised):
        graph.nodes.remove(node)


def _take_fours(graph: _Graph) -> None:
    """See four pixels of a row as one of so many times the numbers: the first convolution then says
    two columns at once, and the second sees those as one."""
    transposed = graph.after(graph.input)
    first = graph.after(graph.after(transposed.output[0]).output[0])
    second = graph.after(graph.after(graph.after(first.output[0]).output[0]).output[0])
    weights, bias = (graph.before(name) for name in first.input[1:])
    kernel = graph.array(weights.input[0])
    outputs, inputs = kernel.shape[:2]
    wide = np.zeros((2 * outputs, GROUP * inputs, 3, 2), np.int8)
    for column in (0, 1):
        for k in range(3):
            # Seen from the four pixels of a group the columns begin one pixel before and one after.
            group, pixel = divmod(GROUP + 2 * column - 1 + k, GROUP)
            wide[
                column * outputs : (column + 1) * outputs,
                pixel * inputs : (pixel + 1) * inputs,
                :,
                group,
            ] = kernel[:, :, :, k]
    graph.put(weights.input[0], wide)
    for name in (*weights.input[1:], *bias.input):
        graph.put(name, np.tile(graph.array(name), 2))
    weights = graph.before(second.input[1])
    kernel = graph.array(weights.input[0])
    wide = np.zeros((kernel.shape[0], 2 * outputs, 3, 2), np.int8)
    for k in range(3):
        group, column = divmod(1 + k, 2)
        wide[:, column * outputs : (column + 1) * outputs, :, group] = kernel[:, :, :, k]
    graph.put(weights.input[0], wide)
    for convolution in (first, second):
        _set(convolution, kernel_shape=[3, 2], strides=[2, 1], pads=[1, 1, 1, 0])
    graph.put("fours", np.array([0, 0, -1, GROUP * inputs]))
    transposed.input[0] = graph.add("Reshape", [graph.input, "fours"], 0)


def _copy_pixels(graph: _Graph) -> None:
    """Make pictures twice as large by copying each pixel in its row, and then each row."""
    graph.put("twice", np.array([1, 2, 2, 1]))
    graph.put("rows", np.array([0, 0, -1]))
    for resized in [node for node in graph.nodes if node.op_type == "Resize"]:
        _copy_instead(graph, resized)


def _copy_instead(graph: _Graph, resized: onnx.NodeProto) -> None:
    if graph.array(resized.input[2]).tolist() != [1, 1, 2, 2]:
        raise ValueError("makes a picture larger, but not twice")

    def add(kind: str, *inputs: str, **settings: Any) -> str:
        return graph.add(kind, list(inputs), list(graph.nodes).index(resized), **settings)

    floats, quantised = graph.before(resized.input[0]), graph.after(resized.output[0])
    pixels = add("Transpose", floats.input[0], perm=[0, 2, 3, 1])
    size = add("Mul", add("Shape", pixels), "twice")
    rows = add("Reshape", add("Concat", pixels, pixels, axis=3), "rows")
    large = add("Reshape", add("Concat", rows, rows, axis=2), size)
    graph.after(quantised.output[0]).input[0] = add("Transpose", large, perm=[0, 3, 1, 2])
    for node in (floats, resized, quantised):
        graph.nodes.remove(node)


def _set(node: onnx.NodeProto, **wanted: list[int]) -> None:
    for attribute in node.attribute:
        if attribute.name in wanted:
            attribute.CopyFrom(onnx.helper.make_attribute(attribute.name, wanted[attribute.name]))
