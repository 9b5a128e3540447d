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

/** The name of an input, a stored tensor, or an output of a node. */
export type Value = string;

/** Attributes of type INT, INTS or STRING. */
type Attributes = Record<string, number | number[] | string>;

const TYPES = {
  float: DataType.FLOAT,
  float16: DataType.FLOAT16,
  int8: DataType.INT8,
  int32: DataType.INT32,
  int64: DataType.INT64,
  bool: DataType.BOOL,
};
export type ElementType = keyof typeof TYPES;

/** A tensor in another file: row-major, little-endian. */
export interface StoredTensor {
  type: ElementType;
  shape: readonly number[];
  file: string;
  /** Byte offset; `length` is also in bytes. */
  offset: number;
  length: number;
}

/** A loop over the first dimension of its inputs, forward or in reverse. */
interface Scan {
  /** Initial values of the states that are passed from step to step. */
  states: { from: Value; type: ElementType }[];
  inputs: { from: Value; type: ElementType }[];
  reverse: boolean;
  /** Types of the outputs of a step, without the states. */
  outputs: ElementType[];
  /** Builds one step: maps states and inputs to states and outputs. */
  step: (body: GraphBuilder, values: Value[]) => Value[];
}

/** Names, types and shapes. A string is the name of a dynamic dimension. */
export type Signature = Record<string, { type: ElementType; shape: (number | string)[] }>;

/** Builds an ONNX graph node by node (onnx/onnx, docs/IR.md and docs/Operators.md). */
export class GraphBuilder {
  readonly #nodes: MessageInitShape<typeof NodeProtoSchema>[] = [];
  readonly #tensors: MessageInitShape<typeof TensorProtoSchema>[];
  readonly #root: GraphBuilder;
  /** Only in the root: the scopes being built, and how often each name was used. */
  readonly #scopes: string[] = [];
  readonly #names = new Map<string, number>();

  /** @param root the graph that contains the loop of which this one is the body */
  private constructor(root?: GraphBuilder) {
    this.#root = root ?? this;
    this.#tensors = root === undefined ? [] : root.#tensors; // tensors of the root are visible in the body of a loop
  }

  static create(): GraphBuilder {
    return new GraphBuilder();
  }

  /** Builds a part of the model: its nodes and values are named `scope/…`. */
  within<T>(scope: string, build: () => T): T {
    const scopes = this.#root.#scopes;
    scopes.push(scope);
    try {
      return build();
    } finally {
      scopes.pop();
    }
  }

  /** Adds a node with one output. */
  op(opType: string, inputs: Value[], attributes: Attributes = {}): Value {
    return this.ops(opType, inputs, 1, attributes)[0]!;
  }

  /** Adds a node with several outputs. */
  ops(opType: string, inputs: Value[], outputs: number, attributes: Attributes = {}): Value[] {
    const attribute = Object.entries(attributes).map(([name, value]) => ({ name, ...attributeValue(value) }));
    return this.#add({ opType, input: inputs, attribute }, outputs);
  }

  cast(value: Value, type: ElementType): Value {
    return this.op('Cast', [value], { to: TYPES[type] });
  }

  /** Adds a loop. @returns the final states, then the outputs of all steps, stacked in input order */
  scan({ states, inputs, reverse, outputs, step }: Scan): Value[] {
    const body = new GraphBuilder(this.#root);
    const named = (what: string) => (value: { type: ElementType }) => ({ name: this.#name(what), type: value.type });
    const parameters = [...states.map(named('state')), ...inputs.map(named('item'))];
    const results = step(
      body,
      parameters.map(({ name }) => name),
    );
    const types = [...states.map(({ type }) => type), ...outputs];
    const graph: MessageInitShape<typeof GraphProtoSchema> = {
      name: this.#name('step'),
      node: body.#nodes,
      input: parameters.map(({ name, type }) => valueInfo(name, type)),
      output: results.map((name, i) => valueInfo(name, types[i]!)),
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
      results.length,
    );
  }

  /** An int64 constant [values.length], the type of shapes, axes and indices. */
  ints(values: readonly number[]): Value {
    return this.#constant('ints', {
      dataType: DataType.INT64,
      dims: dims([values.length]),
      int64Data: values.map(BigInt),
    });
  }

  /** A scalar int32 constant: [] */
  int32(value: number): Value {
    return this.#constant('int', { dataType: DataType.INT32, dims: [], int32Data: [value] });
  }

  floats(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Value {
    return this.#constant('floats', { dataType: DataType.FLOAT, dims: dims(shape), floatData: Array.from(values) });
  }

  /** Whether a stored tensor was declared. */
  has(name: Value): boolean {
    return this.#tensors.some((tensor) => tensor.name === name);
  }

  /** Declares a tensor of another file. */
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
   * Declares a tensor of another file that is stored in fewer bits; `name` is the value converted to float and multiplied by `scale`.
   * Runtimes fold this conversion when they load the model.
   */
  converted(name: Value, tensor: StoredTensor, scale: Value | undefined): void {
    const bits = this.stored(`${name}.stored`, tensor);
    const floats = scale === undefined ? name : `${name}.floats`;
    const attribute = [{ name: 'to', ...attributeValue(TYPES.float) }];
    this.#nodes.push({ name: `${name}/Cast`, opType: 'Cast', input: [bits], output: [floats], attribute });
    if (scale === undefined) return;
    this.#nodes.push({ name: `${name}/Mul`, opType: 'Mul', input: [floats, scale], output: [name] });
  }

  /**
   * Encodes the model.
   *
   * @param results the value of each output
   * @param metadata of the model, as name and value
   */
  model(
    inputs: Signature,
    outputs: Signature,
    results: Record<string, Value>,
    metadata: Record<string, string>,
  ): Uint8Array<ArrayBuffer> {
    const named = Object.entries(results).map(([name, value]) => ({
      name: `outputs/${name}`,
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
    const name = this.#name(node.opType ?? 'node');
    const output = outputs === 1 ? [`${name}.y`] : Array.from({ length: outputs }, (_, i) => `${name}.y${i}`);
    this.#nodes.push({ ...node, name, output });
    return output;
  }

  #constant(what: string, tensor: MessageInitShape<typeof TensorProtoSchema>): Value {
    const name = this.#name(what);
    this.#tensors.push({ ...tensor, name });
    return name;
  }

  /** A unique name: `viterbi/Where`, `viterbi/Where_2`, … */
  #name(what: string): Value {
    const root = this.#root;
    const name = [...root.#scopes, what].join('/');
    const count = (root.#names.get(name) ?? 0) + 1;
    root.#names.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }
}

function attributeValue(value: Attributes[string]): MessageInitShape<typeof AttributeProtoSchema> {
  if (typeof value === 'number') return { type: AttributeType.INT, i: BigInt(value) };
  if (typeof value === 'string') return { type: AttributeType.STRING, s: new TextEncoder().encode(value) };
  return { type: AttributeType.INTS, ints: value.map(BigInt) };
}

/** @param shape undefined: any */
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
