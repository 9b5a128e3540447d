import { fromBinary } from '@bufbuild/protobuf';
import {
  ModelProtoSchema,
  TensorProto_DataLocation as DataLocation,
  TensorProto_DataType as DataType,
  type GraphProto,
  type ValueInfoProto,
} from 'onnx-buf';
import { StudioError } from '../lib/errors.ts';

/** An output with one vector per piece: [B, S, width]. */
export interface HiddenStates {
  name: string;
  /** Undefined if the graph does not specify it. */
  width: number | undefined;
}

/** Properties of the graph of an encoder. */
export interface EncoderGraph {
  /** Inputs and their element types. */
  inputs: { name: string; type: 'int64' | 'int32' }[];
  /** The last layer first, if it has a known name, then the others in order. */
  hiddenStates: HiddenStates[];
  /** Files with external tensor data. */
  externalFiles: string[];
  /** Rows of the table that `input_ids` look up; undefined if it was not found. */
  vocabulary: number | undefined;
  /** Rows of the position table; undefined if it was not found. */
  positions: number | undefined;
}

/** Supported inputs. */
const KNOWN_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];

/** Names that exporters give to the last layer. */
const LAST_LAYER = ['last_hidden_state', 'token_embeddings', 'hidden_states'];

export const HOW_TO_EXPORT =
  'Export it as a feature extractor: optimum-cli export onnx --task feature-extraction --model NAME FOLDER.';

/**
 * Reads the graph of an ONNX file, without tensor data.
 *
 * @param name for messages
 * @throws StudioError BadInput if it is not a usable encoder, with what was expected
 */
export function readEncoderGraph(name: string, bytes: Uint8Array): EncoderGraph {
  const graph = parse(name, bytes);
  const stored = new Set(graph.initializer.map(({ name: tensor }) => tensor));
  const inputs = graph.input.filter((input) => !stored.has(input.name));
  const unknown = inputs.filter((input) => !KNOWN_INPUTS.includes(input.name)).map((input) => input.name);
  if (!inputs.some((input) => input.name === 'input_ids') || unknown.length > 0) {
    const found = inputs.map((input) => input.name).join(', ') || 'none';
    throw new StudioError(
      'BadInput',
      `${name} is not a text encoder: its inputs are ${found}. Expected input_ids, and optionally attention_mask, token_type_ids and position_ids. ${HOW_TO_EXPORT}`,
    );
  }
  const vocabulary = tableOf(graph, 'input_ids');
  const hiddenStates = hiddenStatesOf(graph, vocabulary);
  if (hiddenStates.length === 0) {
    const found = graph.output.map((output) => `${output.name}${shapeText(output)}`).join(', ');
    throw new StudioError(
      'BadInput',
      `${name} has no hidden states among its outputs: ${found}. Expected one with a vector for each piece, [batch, sequence, width], such as last_hidden_state. ${HOW_TO_EXPORT}`,
    );
  }
  return {
    inputs: inputs.map((input) => ({
      name: input.name,
      type: elementType(input) === DataType.INT32 ? 'int32' : 'int64',
    })),
    hiddenStates,
    externalFiles: externalFilesOf(graph),
    vocabulary,
    positions: positionsOf(graph),
  };
}

function parse(name: string, bytes: Uint8Array): GraphProto {
  let graph: GraphProto | undefined;
  let cause: unknown;
  try {
    ({ graph } = fromBinary(ModelProtoSchema, bytes));
  } catch (error) {
    cause = error;
  }
  if (graph === undefined || graph.output.length === 0) {
    throw new StudioError(
      'BadInput',
      `${name} could not be read as an ONNX model: it is damaged or incomplete. Download or export it again.`,
      { cause },
    );
  }
  return graph;
}

function hiddenStatesOf(graph: GraphProto, vocabulary: number | undefined): HiddenStates[] {
  const found = graph.output.flatMap((output) => {
    const shape = shapeOf(output);
    const type = elementType(output);
    const isFloat = type === DataType.FLOAT || type === DataType.FLOAT16;
    if (!isFloat || (shape !== undefined && shape.length !== 3)) return [];
    const width = shape?.[2];
    // Scores of a head, for each piece of the vocabulary or for tags.
    if (/logits|scores/i.test(output.name) || (width !== undefined && width === vocabulary)) return [];
    return [{ name: output.name, width }];
  });
  const last = found.find(({ name }) => LAST_LAYER.includes(name));
  return last === undefined ? found : [last, ...found.filter((state) => state !== last)];
}

/** Rows of the stored table that an input looks up, directly or after a cast. */
function tableOf(graph: GraphProto, input: string): number | undefined {
  const ids = new Set([input]);
  for (const { opType, input: inputs, output } of graph.node) {
    if (opType === 'Cast' && ids.has(inputs[0] ?? '')) ids.add(output[0] ?? '');
    if (opType !== 'Gather' || !ids.has(inputs[1] ?? '')) continue;
    const rows = rowsOf(graph, inputs[0] ?? '');
    if (rows !== undefined) return rows;
  }
  return undefined;
}

/** Rows of a stored matrix, or of one derived from it by `Cast`, `DequantizeLinear` or similar ops. */
function rowsOf(graph: GraphProto, name: string): number | undefined {
  const tensor = graph.initializer.find((stored) => stored.name === name);
  if (tensor !== undefined) return tensor.dims.length === 2 ? Number(tensor.dims[0]) : undefined;
  const maker = graph.node.find(
    ({ opType, output }) => output[0] === name && /^(Cast|DequantizeLinear|Identity|Mul)$/.test(opType),
  );
  return maker === undefined ? undefined : rowsOf(graph, maker.input[0] ?? '');
}

function positionsOf(graph: GraphProto): number | undefined {
  const table = graph.initializer.find(({ name, dims }) => /position_embeddings/.test(name) && dims.length === 2);
  return table && Number(table.dims[0]);
}

function externalFilesOf(graph: GraphProto): string[] {
  const files = graph.initializer
    .filter(({ dataLocation }) => dataLocation === DataLocation.EXTERNAL)
    .map(({ externalData }) => externalData.find(({ key }) => key === 'location')?.value ?? '');
  return [...new Set(files)].filter((file) => file !== '');
}

function tensorType({ type }: ValueInfoProto) {
  return type?.value.case === 'tensorType' ? type.value.value : undefined;
}

function elementType(info: ValueInfoProto): number | undefined {
  return tensorType(info)?.elemType;
}

/** Sizes of the dimensions: undefined for dynamic ones; undefined as a whole if the graph does not specify the shape. */
function shapeOf(info: ValueInfoProto): (number | undefined)[] | undefined {
  return tensorType(info)?.shape?.dim.map(({ value }) => (value.case === 'dimValue' ? Number(value.value) : undefined));
}

function shapeText(info: ValueInfoProto): string {
  const shape = shapeOf(info);
  return shape === undefined ? '' : ` [${shape.map((size) => size ?? '?').join(', ')}]`;
}
