import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Writes the files of a zip to a folder, with the folders that are in it. */
export function unpack(zip: Uint8Array, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
