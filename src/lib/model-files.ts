/** The files from which a model is read; the last one is optional. */
export const MODEL_FILES = [
  'config.json',
  'vocabulary.json',
  'model.safetensors',
  'vectors.bin',
  'config.crc32',
] as const;

/** Other files of a bundle. */
const COMPANIONS = ['README.md', 'model.onnx', 'model.onnx.data', 'tagger.mjs', 'tagger.d.mts', 'tagger.d.ts'];

/** Python programs, including compiled ones. */
const PYTHON_PROGRAM = /\.pyc?$/;

/** Whether a bundle has a file of this name, in any of its folders. */
export function isOfBundle(name: string): boolean {
  return [...MODEL_FILES, ...COMPANIONS].includes(name) || PYTHON_PROGRAM.test(name);
}

/**
 * The folder of a model in a zip, determined by the names of its files.
 *
 * @returns '' at the top level, `name/` in a top-level folder; undefined without a model
 */
export function modelFolder(names: readonly string[]): string | undefined {
  const weights = names.filter((name) => /^([^/]+\/)?model\.safetensors$/.test(name));
  const [first] = weights.includes('model.safetensors') ? ['model.safetensors'] : weights;
  return first?.slice(0, -'model.safetensors'.length);
}
