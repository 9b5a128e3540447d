/** The files from which a model is read; the last one is optional. */
export const MODEL_FILES = [
  'config.json',
  'vocabulary.json',
  'model.safetensors',
  'vectors.bin',
  'config.crc32',
] as const;

/** Other files of a bundle. */
const COMPANIONS = [
  'README.md',
  'model.onnx',
  'model.onnx.data',
  'tagger.mjs',
  'tagger.d.mts',
  'tagger.d.ts',
  'pyproject.toml',
  'requirements.txt',
  'py.typed',
];

/** Python programs, including compiled ones. */
const PYTHON_PROGRAM = /\.pyc?$/;

/** Whether a bundle has a file of this name, in any of its folders. */
export function isOfBundle(name: string): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return [...MODEL_FILES, ...COMPANIONS].includes(base) || PYTHON_PROGRAM.test(base);
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

const MEBIBYTE = 2 ** 20;

/** Largest unpacked size of each file of a model: JSON takes several times its size in memory. */
const MOST_BYTES: Record<(typeof MODEL_FILES)[number], number> = {
  'config.json': 4 * MEBIBYTE,
  'vocabulary.json': 128 * MEBIBYTE,
  'model.safetensors': 1024 * MEBIBYTE,
  'vectors.bin': 128 * MEBIBYTE,
  'config.crc32': 64,
};
const MOST_TOGETHER = 1152 * MEBIBYTE;
/** Largest packed model: it also has files for other programs, some of which repeat the weights. */
export const MOST_MODEL_BYTES = 2048 * MEBIBYTE;

/**
 * Describes a file that is too large for a model, by the sizes that an archive states, before anything is unpacked; undefined if there is none.
 *
 * @param sizes in bytes, by name in `MODEL_FILES`
 */
export function modelExcess(sizes: Readonly<Record<string, number>>): string | undefined {
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / MEBIBYTE).toLocaleString('en')} MiB`;
  for (const name of MODEL_FILES) {
    const size = sizes[name] ?? 0;
    if (size > MOST_BYTES[name]) return `${name} has ${mebibytes(size)}, more than ${mebibytes(MOST_BYTES[name])}`;
  }
  const sum = MODEL_FILES.reduce((total, name) => total + (sizes[name] ?? 0), 0);
  return sum > MOST_TOGETHER
    ? `its files have ${mebibytes(sum)} together, more than ${mebibytes(MOST_TOGETHER)}`
    : undefined;
}
