/** A value of MessagePack; maps have string keys. */
export type Packed = null | boolean | number | bigint | string | Uint8Array | Packed[] | { [name: string]: Packed };

/**
 * Decodes MessagePack (github.com/msgpack/msgpack/blob/master/spec.md), without extension types.
 *
 * @throws RangeError or Error if the bytes are damaged
 */
export function decodeMessagePack(bytes: Uint8Array): Packed {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder('utf-8', { fatal: true });
  let at = 0;

  function read(): Packed {
    const code = view.getUint8(at++);
    if (code < 0x80) return code;
    if (code < 0x90) return map(code & 0x0f);
    if (code < 0xa0) return array(code & 0x0f);
    if (code < 0xc0) return string(code & 0x1f);
    if (code >= 0xe0) return code - 0x100;
    switch (code) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return code === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return take(unsigned(2 ** (code - 0xc4))).slice();
      case 0xca:
        return view.getFloat32(moved(4));
      case 0xcb:
        return view.getFloat64(moved(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return unsigned(2 ** (code - 0xcc));
      case 0xcf:
        return view.getBigUint64(moved(8));
      case 0xd0:
        return view.getInt8(moved(1));
      case 0xd1:
        return view.getInt16(moved(2));
      case 0xd2:
        return view.getInt32(moved(4));
      case 0xd3:
        return view.getBigInt64(moved(8));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return string(unsigned(2 ** (code - 0xd9)));
      case 0xdc:
      case 0xdd:
        return array(unsigned(code === 0xdc ? 2 : 4));
      case 0xde:
      case 0xdf:
        return map(unsigned(code === 0xde ? 2 : 4));
      default:
        throw new Error(`byte ${code} at offset ${at - 1} is not supported`);
    }
  }

  function moved(size: number): number {
    at += size;
    return at - size;
  }

  function unsigned(size: number): number {
    const from = moved(size);
    return size === 1 ? view.getUint8(from) : size === 2 ? view.getUint16(from) : view.getUint32(from);
  }

  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new RangeError('it is truncated');
    const from = moved(length);
    return bytes.subarray(from, from + length);
  }

  function string(length: number): string {
    return text.decode(take(length));
  }

  function array(length: number): Packed[] {
    if (length > bytes.length - at) throw new RangeError('it is truncated'); // each item takes a byte
    return Array.from({ length }, read);
  }

  function map(length: number): { [name: string]: Packed } {
    if (length > bytes.length - at) throw new RangeError('it is truncated');
    const entries = Array.from({ length }, (): [string, Packed] => {
      const name = read();
      return [typeof name === 'string' ? name : JSON.stringify(name), read()];
    });
    return Object.fromEntries(entries);
  }

  return read();
}
