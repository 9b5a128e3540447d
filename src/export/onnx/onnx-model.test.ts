import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES, newRun } from '../../../test/helpers/exported-models.ts';
import { Python } from '../../../test/helpers/python.ts';
import { compactVectorsFrom } from '../../data/vectors/compact.ts';
import { disposeWeights, downloadWeights } from '../../model/weights.ts';
import { PROVENANCE, useReferences } from '../../../test/helpers/tiny-run.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { writeBundle } from '../bundle.ts';
import { encodeWeights } from '../precision.ts';
import { isRearranged, weightsForOnnx } from './onnx-weights.ts';
import { toBundle } from '../model-bundle.ts';

/** Checks the model in its folder, and prints its signature and the requested parameters as read by ONNX. */
const DRIVER = `
import json, re, sys
import onnx
from onnx import checker, numpy_helper, shape_inference

checker.check_model("model.onnx", full_check=True)
shape_inference.infer_shapes_path("model.onnx", "inferred.onnx", check_type=True, strict_mode=True)
model = onnx.load("model.onnx")  # with the data of the files beside it

def signature(values):
    shape_of = lambda value: value.type.tensor_type.shape.dim
    return {value.name: [size.dim_param or size.dim_value for size in shape_of(value)] for value in values}

arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
parameters = {name: {"shape": arrays[name].shape, "values": arrays[name].flatten().tolist()} for name in json.load(sys.stdin)}
graph = model.graph

def nodes_of(graph):
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            yield from nodes_of(attribute.g)

# What quantize_dynamic of ONNX Runtime finds: initializers with no node between, of a recurrent layer those of rank 3.
# (microsoft/onnxruntime, quantization/operators: lstm.py, matmul.py, conv.py, gather.py)
PLACES = {"LSTM": [1, 2], "GRU": [1, 2], "RNN": [1, 2], "Conv": [1], "MatMul": [1], "Gather": [0]}
inputs = {node.input[place]: len(places) for node in nodes_of(graph) for places in [PLACES.get(node.op_type, [])] for place in places}
found = sorted(
    name for name, places in inputs.items()
    if name in arrays and arrays[name].dtype == "float32" and arrays[name].ndim in ([3] if places == 2 else [2, 3])
)

names = [node.name for node in nodes_of(graph)]
assert len(set(names)) == len(names) and all("/" in name for name in names), names
assert not [name for node in nodes_of(graph) for name in node.output if re.fullmatch("[a-z]?[0-9]+", name)]
parts = sorted({name.split("/")[0] for name in names})
print(json.dumps({"parts": parts, "found": found, "inputs": signature(graph.input), "outputs": signature(graph.output), "parameters": parameters}))
`;

const python = new Python('onnx');

describe('model.onnx, read by the ONNX package of Python', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-onnx-'));
  beforeAll(useReferences);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.entries(CASES))('%s', async (_, choice) => {
    const { model } = await newRun(choice);
    const bundle = await toBundle(model, PROVENANCE, choice.vectors && compactVectorsFrom(choice.vectors));
    unpack(writeBundle(bundle, choice.bundle), folder);
    const weights = await downloadWeights(model.weights);
    disposeWeights(model.weights);
    const K = model.vocabulary.tags.length;
    const stored = encodeWeights(weights, choice.bundle?.precision ?? 'exact');
    const isExact = (choice.bundle?.precision ?? 'exact') === 'exact';
    // Nodes convert the others.
    const plain = Object.keys(weights).filter(
      (name) => stored[name]?.type === 'F32' && !(isExact && isRearranged(name)),
    );

    const output = python.run(['-c', DRIVER], folder, JSON.stringify(plain));
    const { parts, found, ...read } = JSON.parse(output) as Record<string, unknown>;
    const inGraph = Object.entries({ ...weights, ...weightsForOnnx(model.config, weights) });
    const matrices = inGraph
      .filter(([name, { shape }]) => shape.length > 1 && !isRearranged(name) && !/^crf\.|\.B$/.test(name))
      .map(([name]) => name);
    const parameters = (found as string[]).filter((name) => !name.includes('/')); // others are constants of the graph
    expect(isExact ? parameters : matrices.toSorted()).toEqual(matrices.toSorted());
    const isNetwork = model.config.emissions === 'network';
    expect(parts).toEqual(expect.arrayContaining([...(isNetwork ? ['layer0'] : []), 'output', 'outputs', 'viterbi']));
    expect(read).toEqual({
      inputs: isNetwork
        ? {
            word_ids: ['B', 'T'],
            character_ids: ['B', 'T', 'L'],
            word_lengths: ['B', 'T'],
            lengths: ['B'],
            ...(model.config.context === 'document' && { links: ['B', 'T', 'M'] }),
          }
        : { feature_ids: ['B', 'T', 'M'], lengths: ['B'] },
      outputs: { tags: ['B', 'T'], emissions: ['B', 'T', K], transitions: [K, K], start: [K], end: [K] },
      parameters: Object.fromEntries(
        plain.map((name) => [name, { shape: weights[name]!.shape, values: [...weights[name]!.values] }]),
      ),
    });
  });
});
