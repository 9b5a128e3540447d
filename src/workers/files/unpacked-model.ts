import { zipSync } from 'fflate';
import { isOfBundle, MODEL_FILES } from '../../lib/model-files.ts';

/** The files that every model has. */
const NEEDED: readonly string[] = MODEL_FILES.slice(0, 3);

/**
 * Zips the files of an unpacked model, as in a dropped folder or a repository of the Hugging Face Hub. Files of two models are returned
 * unchanged, since it is unknown which belong together.
 */
export async function packModel(files: readonly File[]): Promise<readonly File[]> {
  const isWhole = NEEDED.every((needed) => files.filter(({ name }) => name === needed).length === 1);
  if (!isWhole) return files;
  const parts = files.filter(({ name }) => MODEL_FILES.some((part) => part === name));
  const contents = await Promise.all(
    parts.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  );
  const zip = zipSync(Object.fromEntries(contents), { level: 0 });
  return [
    ...files.filter(({ name }) => !isOfBundle(name)),
    new File([zip as Uint8Array<ArrayBuffer>], 'unpacked model.zip'),
  ];
}
