const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 61; // =

/** Encodes bytes as base64 (RFC 4648 §4), in ASCII. */
export function base64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(PADDING);
  for (let i = 0, to = 0; i < bytes.length; i += 3, to += 4) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out[to] = ALPHABET[bits >> 18]!;
    out[to + 1] = ALPHABET[(bits >> 12) & 63]!;
    if (i + 1 < bytes.length) out[to + 2] = ALPHABET[(bits >> 6) & 63]!;
    if (i + 2 < bytes.length) out[to + 3] = ALPHABET[bits & 63]!;
  }
  return out;
}

/** @throws DOMException if it is not base64 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Bytes as text in base64. */
export function base64Text(bytes: Uint8Array): string {
  return new TextDecoder().decode(base64(bytes));
}
