/** A field of a protocol buffer (https://protobuf.dev/programming-guides/encoding/). */
type Field = Uint8Array;

const encoder = new TextEncoder();

export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const field of fields) {
    bytes.set(field, offset);
    offset += field.length;
  }
  return bytes;
}

/** @param value a whole number from 0 to 2^53 */
export function varintField(number: number, value: number): Field {
  return message(varint(8 * number), varint(value));
}

export function doubleField(number: number, value: number): Field {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return message(varint(8 * number + 1), bytes);
}

export function floatField(number: number, value: number): Field {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return message(varint(8 * number + 5), bytes);
}

export function bytesField(number: number, value: Uint8Array | string): Field {
  const bytes = typeof value === 'string' ? encoder.encode(value) : value;
  return message(varint(8 * number + 2), varint(bytes.length), bytes);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.from([...bytes, rest]);
}
