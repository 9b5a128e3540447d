import { crc32Of } from '../../lib/crc32.ts';

const known = new WeakMap<Blob, Promise<number>>();

/** The CRC-32 of a file, read in parts. Computed once for each object: files do not change. */
export function crcOfFile(file: Blob): Promise<number> {
  const crc = known.get(file) ?? compute(file);
  known.set(file, crc);
  return crc;
}

async function compute(file: Blob): Promise<number> {
  const crc = crc32Of();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return crc.value();
    crc.update(value);
  }
}
