import { create, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import {
  AttributeProto_AttributeType as AttributeType,
  ModelProtoSchema,
  TensorProto_DataLocation as DataLocation,
  TensorProto_DataType as DataType,
  type AttributeProtoSchema,
  type GraphProtoSchema,
  type NodeProtoSchema,
  type TensorProtoSchema,
  type ValueInfoProtoSchema,
} from 'onnx-buf';

/** What a node computes, or an input, or a stored tensor: known by its name. */
export type Value = string;

/** A whole number, some, or a word. */
type Attributes = Record<string, number | number[] | string>;

const TYPES = {
  float: DataType.FLOAT,
  int8: DataType.INT8,
  int32: DataType.INT32,
  int64: DataType.INT64,
  bool: DataType.BOOL,
};
export type ElementType = keyof typeof TYPES;

/** Where a tensor's bytes lie: row-major, little-endian. */
export interface StoredTensor {
  type: ElementType;
  shape: readonly number[];
  file: string;
  /** In bytes. */
  offset: number;
  length: number;
}

/** A loop over the first dimension of its inputs, or from its end. */
interface Scan {
  /** What is handed from step to step, before the first. */
  states: { from: Value; type: ElementType }[];
  inputs: { from: Value; type: ElementType }[];
  reverse: boolean;
  /** Types of what each step leaves, beside the states. */
  outputs: ElementType[];
  /** One step: from states and inputs to states and outputs. */
  step: (body: GraphBuilder, values: Value[]) => Value[];
}

/** Names, types, dimensions: a name stands for a size that each run may choose. */
export type Signature = Record<string, { type: ElementType; shape: (number | string)[] }>;

/** An ONNX graph, node by node (onnx/onnx, docs/IR.md and docs/Operators.md). */
export class GraphBuilder {
  readonly #nodes: MessageInitShape<typeof NodeProtoSchema>[] = [];
  readonly #tensors: MessageInitShape<typeof TensorProtoSchema>[];
  readonly #root: GraphBuilder;
  #names = 0;

  /** @param root the graph that this one is part of */
  private constructor(root?: GraphBuilder) {
    this.#root = root ?? this;
    this.#tensors = root === undefined ? [] : root.#tensors; // those of the whole are known in its parts
  }

  static create(): GraphBuilder {
    return new GraphBuilder();
  }

  /** A node of one output. */
  op(opType: string, inputs: Value[], attributes: Attributes = {}): Value {
    return this.ops(opType, inputs, 1, attributes)[0]!;
  }

  /** A node of several outputs. */
  ops(opType: string, inputs: Value[], outputs: number, attributes: Attributes = {}): Value[] {
    const attribute = Object.entries(attributes).map(([name, value]) => ({ name, ...attributeValue(value) }));
    return this.#add({ opType, input: inputs, attribute }, outputs);
  }

  cast(value: Value, type: ElementType): Value {
    return this.op('Cast', [value], { to: TYPES[type] });
  }

  /** The last of each state, then the outputs of all steps, in the order of the inputs. */
  scan({ states, inputs, reverse, outputs, step }: Scan): Value[] {
    const body = new GraphBuilder(this.#root);
    const taken = [...states, ...inputs].map(({ type }) => ({ name: this.#name(), type }));
    const given = step(
      body,
      taken.map(({ name }) => name),
    );
    const types = [...states.map(({ type }) => type), ...outputs];
    const graph: MessageInitShape<typeof GraphProtoSchema> = {
      name: this.#name(),
      node: body.#nodes,
      input: taken.map(({ name, type }) => valueInfo(name, type)),
      output: given.map((name, i) => valueInfo(name, types[i]!)),
    };
    const direction = Number(reverse);
    const attribute = [
      { name: 'body', type: AttributeType.GRAPH, g: graph },
      { name: 'num_scan_inputs', ...attributeValue(inputs.length) },
      { name: 'scan_input_directions', ...attributeValue(inputs.map(() => direction)) },
      { name: 'scan_output_directions', ...attributeValue(outputs.map(() => direction)) },
    ];
    return this.#add(
      { opType: 'Scan', input: [...states, ...inputs].map(({ from }) => from), attribute },
      given.length,
    );
  }

  /** Of the type that shapes, axes and indices have: [values.length] */
  ints(values: readonly number[]): Value {
    return this.#constant({ dataType: DataType.INT64, dims: dims([values.length]), int64Data: values.map(BigInt) });
  }

  /** [] */
  int32(value: number): Value {
    return this.#constant({ dataType: DataType.INT32, dims: [], int32Data: [value] });
  }

  floats(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Value {
    return this.#constant({ dataType: DataType.FLOAT, dims: dims(shape), floatData: Array.from(values) });
  }

  /** A tensor of another file, under a name. */
  stored(name: Value, { type, shape, file, offset, length }: StoredTensor): Value {
    const externalData = Object.entries({ location: file, offset, length }).map(([key, value]) => ({
      key,
      value: String(value),
    }));
    this.#tensors.push({
      name,
      dataType: TYPES[type],
      dims: dims(shape),
      dataLocation: DataLocation.EXTERNAL,
      externalData,
    });
    return name;
  }

  /**
   * The whole model.
   *
   * @param results what each output is
   * @param metadata names and values that go along
   */
  model(
    inputs: Signature,
    outputs: Signature,
    results: Record<string, Value>,
    metadata: Record<string, string>,
  ): Uint8Array<ArrayBuffer> {
    const named = Object.entries(results).map(([name, value]) => ({
      opType: 'Identity',
      input: [value],
      output: [name],
    }));
    const infos = (signature: Signature) =>
      Object.entries(signature).map(([name, { type, shape }]) => valueInfo(name, type, shape));
    const model = create(ModelProtoSchema, {
      irVersion: 8n,
      opsetImport: [{ domain: '', version: 17n }], // ONNX 1.12, of 2022
      producerName: 'tagsmith',
      graph: {
        name: 'tagger',
        node: [...this.#nodes, ...named],
        initializer: this.#tensors,
        input: infos(inputs),
        output: infos(outputs),
      },
      metadataProps: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    });
    return toBinary(ModelProtoSchema, model);
  }

  #add(node: MessageInitShape<typeof NodeProtoSchema>, outputs: number): Value[] {
    const output = Array.from({ length: outputs }, () => this.#name());
    this.#nodes.push({ ...node, output });
    return output;
  }

  #constant(tensor: MessageInitShape<typeof TensorProtoSchema>): Value {
    const name = this.#name();
    this.#tensors.push({ ...tensor, name });
    return name;
  }

  #name(): Value {
    return `v${this.#root.#names++}`;
  }
}

function attributeValue(value: Attributes[string]): MessageInitShape<typeof AttributeProtoSchema> {
  if (typeof value === 'number') return { type: AttributeType.INT, i: BigInt(value) };
  if (typeof value === 'string') return { type: AttributeType.STRING, s: new TextEncoder().encode(value) };
  return { type: AttributeType.INTS, ints: value.map(BigInt) };
}

/** @param shape of nothing said, it may be any */
function valueInfo(
  name: string,
  type: ElementType,
  shape?: readonly (number | string)[],
): MessageInitShape<typeof ValueInfoProtoSchema> {
  const dim = shape?.map((size) => ({
    value:
      typeof size === 'number'
        ? ({ case: 'dimValue', value: BigInt(size) } as const)
        : ({ case: 'dimParam', value: size } as const),
  }));
  return {
    name,
    type: { value: { case: 'tensorType', value: { elemType: TYPES[type], ...(dim && { shape: { dim } }) } } },
  };
}

const dims = (shape: readonly number[]) => shape.map(BigInt);
