import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FILES } from '../../lib/model-files.ts';
import { exists, readBytes } from '../files.ts';

/** SHA-256 of a model: of its zip, or of its unpacked files. */
export async function modelHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  const zip = (await stat(path)).isDirectory() ? join(path, 'model.zip') : path;
  const files = (await exists(zip)) ? [zip] : MODEL_FILES.map((name) => join(path, name));
  for (const file of files) if (await exists(file)) hash.update(await readBytes(file));
  return hash.digest('hex');
}
