import * as v from 'valibot';
import { StudioError } from '../lib/errors.ts';
import type { HostWeights } from '../model/weights.ts';
import { check, list, Mismatch, object, record, text, whole } from './checks.ts';

/**
 * The safetensors format (huggingface/safetensors, README "Format"): 8 bytes of header length (little-endian), a JSON header
 * `{name: {dtype, shape, data_offsets}}` with optional string metadata, then the little-endian values, row-major and contiguous. Only
 * F32 is supported.
 */

const tensorEntry = object({ dtype: text, shape: list(whole(0)), data_offsets: list(whole(0)) });
type TensorEntry = v.InferOutput<typeof tensorEntry>;

const HEADER_LENGTH_BYTES = 8;
const MAX_HEADER_SIZE = 100_000_000; // the reference reader's limit

export function writeSafetensors(tensors: HostWeights, metadata: Record<string, string>): Uint8Array<ArrayBuffer> {
  const header: Record<string, TensorEntry | Record<string, string>> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { shape, values }] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
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
  for (const { values } of Object.values(tensors)) {
    new Float32Array(bytes.buffer, offset, values.length).set(values);
    offset += values.byteLength;
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
  const filled = Object.values(entries).reduce((sum, { shape }) => sum + 4 * sizeOf(shape), 0);
  if (filled !== data.length) throw damaged(`its tensors have ${filled} bytes, but the file has ${data.length}`);
  const tensors: HostWeights = {};
  for (const [name, entry] of Object.entries(entries)) tensors[name] = readTensor(name, entry, data);
  return { tensors, metadata };
}

/** Shape and byte range of each tensor in the file. @throws StudioError BadModel */
export function tensorPlaces(bytes: Uint8Array): Record<string, { shape: number[]; offset: number; length: number }> {
  const { entries, dataStart } = readHeader(bytes);
  const place = ({ shape, data_offsets: [begin = NaN, end = NaN] }: TensorEntry) => ({
    shape,
    offset: dataStart + begin,
    length: end - begin,
  });
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, place(entry)]));
}

function readHeader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = bytes.length >= HEADER_LENGTH_BYTES ? Number(view.getBigUint64(0, true)) : NaN;
  const dataStart = HEADER_LENGTH_BYTES + headerLength;
  if (!(headerLength <= MAX_HEADER_SIZE && dataStart <= bytes.length))
    throw damaged(`its header declares ${headerLength} bytes, but the file has ${bytes.length}`);
  return { ...parseHeader(bytes.subarray(HEADER_LENGTH_BYTES, dataStart)), dataStart };
}

function parseHeader(bytes: Uint8Array) {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { __metadata__: metadata = {}, ...entries } = check(record(v.unknown()), json, 'header');
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
): HostWeights[string] {
  if (dtype !== 'F32') throw damaged(`tensor ${name} is of type ${dtype}, expected F32`);
  const [begin = NaN, end = NaN] = offsets;
  if (!(end <= data.length && end - begin === 4 * sizeOf(shape))) {
    throw damaged(`tensor ${name} of shape [${shape}] is stored at bytes ${begin} to ${end} of ${data.length}`);
  }
  return { shape, values: new Float32Array(data.slice(begin, end).buffer) }; // a copy: the tensor may start at any byte
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}

function damaged(what: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadModel',
    `The model's weights cannot be read: ${what}. The file is damaged or truncated. Export it again.`,
    { cause },
  );
}
