import * as v from 'valibot';
import { StudioError } from '../lib/errors.ts';
import type { HostWeights } from '../model/weights.ts';
import { decodeWeights, encodeWeights } from './precision.ts';
import { isTensorType, scaleShape, SCALE, sizeOfShape, TYPE_BYTES, type StoredTensor } from './stored-tensor.ts';
import { check, list, Mismatch, object, record, text, whole } from './checks.ts';

/**
 * The safetensors format (huggingface/safetensors, README "Format"): 8 bytes of header length (little-endian), a JSON header
 * `{name: {dtype, shape, data_offsets}}` with optional string metadata, then the little-endian values, row-major and contiguous. Types are
 * F32, F16, and I8 with scales (stored-tensor.ts).
 */

const tensorEntry = object({ dtype: text, shape: list(whole(0)), data_offsets: list(whole(0)) });
type TensorEntry = v.InferOutput<typeof tensorEntry>;

const HEADER_LENGTH_BYTES = 8;
const MAX_HEADER_SIZE = 2 ** 24;
/** Far more than any model has; each takes memory and time, even if it is empty. */
const MAX_TENSORS = 1000;

export function writeSafetensors(tensors: HostWeights, metadata: Record<string, string>): Uint8Array<ArrayBuffer> {
  return writeTensors(encodeWeights(tensors, 'exact'), metadata);
}

/** Writes tensors that are already encoded. */
export function writeTensors(
  tensors: Record<string, StoredTensor>,
  metadata: Record<string, string>,
): Uint8Array<ArrayBuffer> {
  const header: Record<string, TensorEntry | Record<string, string>> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { type, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype: type, shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
  }
  // The header is padded with spaces so that the values start at a multiple of 8 bytes.
  let json = JSON.stringify(header);
  const unpadded = new TextEncoder().encode(json).length;
  json += ' '.repeat((8 - (unpadded % 8)) % 8);
  const headerBytes = new TextEncoder().encode(json);
  const dataStart = HEADER_LENGTH_BYTES + headerBytes.length;
  const bytes = new Uint8Array(dataStart + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes.length), true);
  bytes.set(headerBytes, HEADER_LENGTH_BYTES);
  let offset = dataStart;
  for (const { bytes: values } of Object.values(tensors)) {
    bytes.set(values, offset);
    offset += values.length;
  }
  return bytes;
}

export interface Safetensors {
  tensors: HostWeights;
  metadata: Record<string, string>;
}

/** @throws StudioError BadModel if the file is damaged */
export function readSafetensors(bytes: Uint8Array): Safetensors {
  const { entries, metadata, dataStart } = readHeader(bytes);
  const data = bytes.subarray(dataStart);
  const bytesOf = ({ dtype, shape }: TensorEntry) => (isTensorType(dtype) ? TYPE_BYTES[dtype] : 4) * sizeOfShape(shape);
  const filled = Object.values(entries).reduce((sum, entry) => sum + bytesOf(entry), 0);
  if (filled !== data.length) throw damaged(`its tensors have ${filled} bytes, but the file has ${data.length}`);
  requireDisjoint(entries);
  const stored: Record<string, StoredTensor> = {};
  for (const [name, entry] of Object.entries(entries)) stored[name] = readTensor(name, entry, data);
  for (const [name, { type, shape }] of Object.entries(stored)) {
    const scale = stored[`${name}${SCALE}`];
    if (type === 'I8' && (scale?.type !== 'F32' || scale.shape.join() !== scaleShape(name, shape).join())) {
      throw damaged(`tensor ${name} has scales [${scale?.shape ?? 'missing'}], expected [${scaleShape(name, shape)}]`);
    }
  }
  return { tensors: decodeWeights(stored), metadata };
}

/** Rejects tensors that share bytes: they would be read without an error, but with wrong values. */
function requireDisjoint(entries: Record<string, TensorEntry>): void {
  const places = Object.entries(entries).map(
    ([
      name,
      {
        data_offsets: [begin = NaN, end = NaN],
      },
    ]) => ({ name, begin, end }),
  );
  const inOrder = places.filter(({ begin, end }) => begin < end).toSorted((a, b) => a.begin - b.begin);
  for (const [i, { name, begin }] of inOrder.entries()) {
    const before = inOrder[i - 1];
    if (before !== undefined && begin < before.end) throw damaged(`tensors ${before.name} and ${name} overlap`);
  }
}

/** Type, shape and byte range of each tensor in the file. @throws StudioError BadModel */
export function tensorPlaces(
  bytes: Uint8Array,
): Record<string, { dtype: string; shape: number[]; offset: number; length: number }> {
  const { entries, dataStart } = readHeader(bytes);
  const place = ({ dtype, shape, data_offsets: [begin = NaN, end = NaN] }: TensorEntry) => ({
    dtype,
    shape,
    offset: dataStart + begin,
    length: end - begin,
  });
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, place(entry)]));
}

function readHeader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_LENGTH_BYTES) throw damaged('the file has fewer than 8 bytes');
  const headerLength = Number(view.getBigUint64(0, true));
  const dataStart = HEADER_LENGTH_BYTES + headerLength;
  if (!(headerLength <= MAX_HEADER_SIZE && dataStart <= bytes.length))
    throw damaged(`its header declares ${headerLength} bytes, but the file has ${bytes.length}`);
  return { ...parseHeader(bytes.subarray(HEADER_LENGTH_BYTES, dataStart)), dataStart };
}

function parseHeader(bytes: Uint8Array) {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { __metadata__: metadata = {}, ...entries } = check(record(v.unknown()), json, 'header');
    const count = Object.keys(entries).length;
    if (count > MAX_TENSORS) throw new Mismatch(`it has ${count} tensors, more than ${MAX_TENSORS}`);
    return {
      entries: check(record(tensorEntry), entries, 'header'),
      metadata: check(record(text), metadata, 'header.__metadata__'),
    };
  } catch (cause) {
    throw damaged(cause instanceof Mismatch ? cause.message : 'its header is not JSON', cause);
  }
}

function readTensor(
  name: string,
  { dtype, shape, data_offsets: offsets }: TensorEntry,
  data: Uint8Array,
): StoredTensor {
  if (!isTensorType(dtype)) throw damaged(`tensor ${name} is of type ${dtype}, expected F32, F16 or I8`);
  const [begin = NaN, end = NaN] = offsets;
  if (!(end <= data.length && end - begin === TYPE_BYTES[dtype] * sizeOfShape(shape))) {
    throw damaged(`tensor ${name} of shape [${shape}] is stored at bytes ${begin} to ${end} of ${data.length}`);
  }
  return { type: dtype, shape, bytes: data.subarray(begin, end) };
}

function damaged(what: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadModel',
    `The model's weights cannot be read: ${what}. The file is damaged or truncated. Export it again.`,
    { cause },
  );
}
