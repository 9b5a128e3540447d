import type * as OnnxRuntime from 'onnxruntime-web';
import { StudioError } from '../lib/errors.ts';
import { float16Table } from '../lib/float16.ts';
import type { EncoderFiles, ParsedEncoder } from './encoder.ts';

/** The parts of ONNX Runtime that are used; the browser and Node load it from different places. */
export type Runtime = Pick<typeof OnnxRuntime, 'InferenceSession' | 'Tensor'>;

/** An output with one vector per piece. */
export interface Layer {
  name: string;
  width: number;
}

/** A loaded encoder. */
export interface EncoderSession {
  readonly layers: Layer[];
  /**
   * @param layers names of the layers whose vectors are concatenated, with d values in total
   * @param ids [B, S] of pieces, including special ones, padded at the end of each row
   * @param lengths [B] number of pieces in each row
   * @returns [B, S, d]
   */
  run(layers: readonly string[], ids: Int32Array, lengths: Int32Array): Promise<Float32Array>;
  release(): Promise<void>;
}

/**
 * Loads an encoder into ONNX Runtime and tests it.
 *
 * @throws StudioError BadInput, OutOfMemory
 */
export async function openSession(
  runtime: Runtime,
  { model, external }: Pick<EncoderFiles, 'model' | 'external'>,
  { name, graph, pieces }: ParsedEncoder,
): Promise<EncoderSession> {
  const { inputs } = graph;
  let session: OnnxRuntime.InferenceSession;
  try {
    session = await runtime.InferenceSession.create(model, { externalData: external });
  } catch (error) {
    throw failure(`${name} could not be loaded`, error);
  }

  const evaluate = async (
    layers: readonly string[],
    ids: Int32Array,
    lengths: Int32Array,
  ): Promise<{ data: Float32Array; width: number }[]> => {
    const B = lengths.length;
    const S = ids.length / B;
    const feeds: Record<string, OnnxRuntime.Tensor> = {};
    for (const input of inputs) {
      const values = inputValues(input.name, ids, lengths, S);
      const data = input.type === 'int64' ? BigInt64Array.from(values, BigInt) : values;
      feeds[input.name] = new runtime.Tensor(input.type, data, [B, S]);
    }
    try {
      const results = await session.run(feeds, [...layers]);
      return layers.map((layer) => {
        const tensor = results[layer]!;
        const { dims } = tensor;
        if (dims.length !== 3 || dims[0] !== B || dims[1] !== S) {
          throw new StudioError(
            'BadInput',
            `The output ${layer} of ${name} is [${dims.join(', ')}] for ${B} sentences of ${S} pieces. Expected a vector for each piece, [${B}, ${S}, width].`,
          );
        }
        const result = { data: floatsOf(tensor.data), width: dims[2]! };
        tensor.dispose();
        return result;
      });
    } catch (error) {
      if (error instanceof StudioError) throw error;
      throw failure(`${name} failed`, error);
    }
  };

  try {
    const probe = Int32Array.from([...pieces.before, ...pieces.of('a'), ...pieces.after]);
    const names = graph.hiddenStates.map((state) => state.name);
    const found = await evaluate(names, probe, Int32Array.of(probe.length));
    if (!found.every(({ data }) => data.every(Number.isFinite))) {
      throw new StudioError(
        'BadInput',
        `${name} computes numbers that are not finite. Use an encoder in float32, float16 or int8.`,
      );
    }
    return {
      layers: names.map((layer, i) => ({ name: layer, width: found[i]!.width })),
      run: async (layers, ids, lengths) => joined(await evaluate(layers, ids, lengths)),
      release: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

function inputValues(name: string, ids: Int32Array, lengths: Int32Array, S: number): Int32Array {
  switch (name) {
    case 'input_ids':
      return ids;
    case 'attention_mask':
      return ids.map((_, i) => (i % S < lengths[Math.floor(i / S)]! ? 1 : 0));
    case 'position_ids':
      return ids.map((_, i) => i % S);
    default:
      return new Int32Array(ids.length); // token_type_ids: there is one sentence
  }
}

/** @param layers [N, width] each @returns [N, d] */
function joined(layers: readonly { data: Float32Array; width: number }[]): Float32Array {
  const [first] = layers;
  if (first === undefined || layers.length === 1) return first?.data ?? new Float32Array(0);
  const d = layers.reduce((sum, { width }) => sum + width, 0);
  const rows = first.data.length / first.width; // N
  const all = new Float32Array(rows * d);
  let column = 0;
  for (const { data, width } of layers) {
    for (let row = 0; row < rows; row++) all.set(data.subarray(row * width, (row + 1) * width), row * d + column);
    column += width;
  }
  return all;
}

function floatsOf(data: OnnxRuntime.Tensor['data']): Float32Array {
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) {
    const table = float16Table();
    return Float32Array.from(data, (bits) => table[bits]!);
  }
  return Float32Array.from(data as ArrayLike<number>);
}

function failure(what: string, error: unknown): StudioError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/alloc|memory|out of bounds/i.test(reason)) {
    return new StudioError(
      'OutOfMemory',
      `${what}: there is not enough memory for it (${reason}). Use a smaller encoder, or one in int8.`,
      { cause: error },
    );
  }
  return new StudioError('BadInput', `${what} in ONNX Runtime: ${reason}`, { cause: error });
}
