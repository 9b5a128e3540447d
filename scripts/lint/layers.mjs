/**
 * The allowed imports, bottom to top: the table for the lint rule `tagsmith/layers`, its tests and ARCHITECTURE.md.
 *
 * A file belongs to the layer with the longest matching path. It may import its own layer, the `values` of its row, and,
 * with `import type`, also the `types`. An entry is a layer, including those below it, or a path pattern below `src/`, where `*` matches anything except a slash.
 * `packages` lists npm packages by prefix, `files` lists files outside of `src/`. Tests are not restricted: they open devices and build fixtures.
 *
 * @typedef {{ values?: readonly string[], types?: readonly string[], packages?: readonly string[], files?: readonly string[] }} Layer
 */

const TFJS = ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-cpu', '@tensorflow/tfjs-backend-webgpu'];
/** The public half of an op: TF.js selects the device that computes it. */
const OPS = [
  'kernels/*/op.ts',
  'kernels/recurrent/cells.ts',
  'kernels/shared',
  'crf/op.ts',
  'crf/distill/op.ts',
  'crf/partial/op.ts',
];
const REACT = ['react', 'react-dom', '@mantine/core', '@mantine/hooks', 'recharts', 'zustand', 'd3-scale'];
/** The types of a corpus, which every folder of `data` may import. */
const CORPUS = 'data/corpus.ts';
/** The only part of the trainer that the page may import: messages. */
const WIRE = 'workers/wire';
/** What most of the trainer builds on. */
const BASE = ['lib', 'config', 'data'];

/** What every part of the page may import. */
const PAGE = {
  values: [
    'lib',
    'config',
    'eval',
    CORPUS,
    'data/column-layout.ts',
    'data/encodings.ts',
    'data/reading-settings.ts',
    'data/corpora/columns/write-conll.ts',
    'data/corpora/containers/folder-archive.ts',
    'runs/run-state.ts',
    'insight',
    'lessons',
    'annotation',
    'documents/document.ts',
    'documents/entity-table.ts',
    'search',
    'report',
  ],
  types: ['data', 'documents', 'model', 'devices', 'runs', 'tagging', 'crf', WIRE],
  packages: [...REACT, 'idb', 'valibot', 'virtual:'],
};

/** The rooms of the page, bottom to top: each imports from those before it. */
const ROOMS = ['look', 'stores', 'ui', 'trainer', 'files', 'keep', 'features', 'shell'].map((room) => `app/${room}`);

/** Layers whose folders do not import each other. */
const SEPARATE = ['app/features'];

/** @type {Readonly<Record<string, Layer>>} */
export const LAYERS = {
  lib: { packages: ['d3-dsv'] },
  config: { values: ['lib'] },
  // `corpus.ts`. As an entry, `data` also includes its folders.
  data: { values: ['lib'] },
  'data/files': { values: ['lib', 'data/encodings.ts'], types: [CORPUS], packages: ['fflate'] },
  'data/tags': { values: ['lib', CORPUS] },
  'data/text': { values: ['lib'] },
  'data/corpora': {
    values: ['lib', CORPUS, 'data/files', 'data/tags', 'data/text'],
    types: ['data/column-layout.ts'],
    packages: ['fflate', 'fzstd', 'hyparquet'],
  },
  'data/vocabulary': { values: ['lib'] },
  'data/features': {
    values: [
      'lib',
      'data/files',
      'data/corpora/columns/split-columns.ts',
      'data/tags/usual-types.ts',
      'data/vocabulary',
    ],
    types: [CORPUS],
  },
  'data/vectors': { values: ['lib', 'data/encodings.ts', 'data/files', 'data/vocabulary'], types: [CORPUS] },
  'data/batches': { values: ['lib', 'data/vocabulary', 'data/features'] },
  documents: {
    values: ['lib', 'data/encodings.ts', 'data/files', 'data/features/read-names.ts', 'data/corpora/xml.ts'],
    packages: ['fflate', 'htmlparser2', 'pdfjs-dist'],
  },
  eval: { values: ['lib', 'data'] },
  report: { values: ['lib', 'config', 'eval'] },
  // The only one that imports TF.js.
  tensors: { packages: TFJS },
  kernels: { values: ['lib', 'tensors', 'data/batches/ragged.ts'], packages: ['node:', 'wasm-feature-detect'] },
  crf: {
    values: ['lib', 'tensors', 'kernels', 'data/batches/ragged.ts', 'data/tags/tag-style.ts'],
    types: ['data'],
  },
  devices: { values: ['lib', 'tensors', 'kernels', 'crf'] },
  model: {
    values: ['lib', 'data', 'eval', 'tensors', ...OPS, 'crf/decode.ts', 'crf/constraints.ts', 'crf/transitions.ts'],
    types: ['config', 'crf', 'kernels/optimizer/rules.ts'],
  },
  search: { values: ['lib', 'config', 'eval', 'model/streams.ts'] },
  runs: {
    values: ['lib', 'config', 'data', 'eval', 'model', 'search', 'crf/constraints.ts', 'crf/decode.ts'],
    types: ['crf'],
  },
  insight: {
    values: ['lib', 'data', 'crf/decode.ts', 'crf/n-best.ts', 'crf/constraints.ts'],
    types: ['config', 'crf'],
  },
  lessons: {
    values: ['lib', 'data', 'eval', 'insight', 'crf/constraints.ts'],
    types: ['crf'],
  },
  tagging: {
    values: ['lib', 'data', 'eval', 'model', 'insight', 'crf/decode.ts', 'crf/n-best.ts'],
    types: ['config', 'crf'],
  },
  export: {
    values: ['lib', 'config', 'data', 'eval/recall-in-words.ts', 'model', 'runs', 'crf/transitions.ts'],
    types: ['eval'],
    packages: ['fflate', '@bufbuild/protobuf', 'onnx-buf', 'valibot', 'virtual:'],
  },
  // Part of every exported model, so it imports hardly any packages, and only the compiled form of the kernels.
  runtime: {
    values: [
      'lib',
      'data',
      'kernels/recurrent/cells.ts',
      'crf/decode.ts',
      'crf/constraints.ts',
      'crf/transitions.ts',
      'tagging/sentence-tagger.ts',
      'tagging/texts/classes.ts',
      'tagging/texts/text-units.ts',
      'export/stored-tensor.ts',
      'export/vectors-file.ts',
    ],
    types: ['config', 'tagging', 'export'],
    packages: ['fflate'],
  },
  // Needs ONNX Runtime, which its callers provide: only its types are imported here.
  encoder: {
    values: ['lib'],
    types: ['data'],
    packages: ['@huggingface/tokenizers', 'onnx-buf', '@bufbuild/protobuf', 'onnxruntime-web', 'safe-regex2'],
  },
  annotation: {
    values: ['lib', 'data', 'documents/registry.ts', 'eval'],
    types: ['tagging'],
    packages: ['fflate', 'safe-regex2'], // projects as zip archives; rules of users
  },
  // Both ends of the worker are derived from the protocol; the page carries the client.
  'workers/wire': {
    values: ['lib'],
    types: [
      'config',
      'data',
      'documents',
      'eval',
      'model',
      'devices',
      'runs',
      'tagging',
      'crf',
      'export',
      'annotation',
      'search',
    ],
  },
  'workers/encoder': {
    values: ['lib', 'encoder'],
    types: ['data', 'model', 'runs', WIRE],
    packages: ['onnxruntime-web'],
  },
  'workers/documents': {
    values: ['lib', 'documents'],
    types: ['data/encodings.ts', WIRE],
    packages: ['fflate'],
  },
  'workers/files': {
    values: [...BASE, 'documents', 'annotation', 'encoder', 'runs', 'export/read-bundle.ts', WIRE, 'workers/encoder'],
    types: ['export/bundle-contents.ts'],
    packages: ['fflate'],
  },
  'workers/models': {
    values: ['lib', 'data', 'eval', 'model', 'tagging', 'export', 'devices', WIRE],
    types: ['workers/files'],
  },
  'workers/annotation': {
    values: ['lib', 'data', 'annotation', 'model', 'runs', 'tagging', 'export', WIRE, 'workers/files'],
    types: ['workers/models'],
  },
  'workers/runs': {
    values: [...BASE, 'model', 'runs', 'tagging', 'export', WIRE, 'workers/files', 'workers/models'],
    types: ['search'],
  },
  workers: {
    values: ['lib', 'data', 'runs', 'tagging', 'workers/files', 'workers/models', 'workers/annotation', 'workers/runs'],
    types: ['model', WIRE],
  },
  ...Object.fromEntries(ROOMS.map((room, i) => [room, { ...PAGE, values: [...PAGE.values, ...ROOMS.slice(0, i)] }])),
  // `main.tsx`, which starts the page.
  app: { ...PAGE, values: [...PAGE.values, ...ROOMS] },
  // Imports the styles of entities from the page. Built separately, as the template for `export`.
  'saved-page': {
    values: [
      'lib',
      'data/corpora/containers/several-sheets.ts',
      'data/corpora/containers/spreadsheet.ts',
      'data/corpora/json/values.ts',
      'data/corpora/texts',
      'documents',
      'app/look/entity-look.ts',
    ],
    types: ['runtime'],
  },
  library: {
    values: [
      'lib',
      'config',
      'data',
      'documents',
      'devices',
      'runs',
      'tagging',
      'annotation/exchange/import-file.ts', // text without labels
      'annotation/exchange/text-pool.ts',
      'export',
      'runtime/entry.ts',
    ],
    types: ['annotation/exchange/import-texts.ts', 'eval', 'model'],
  },
  // Also built separately.
  'service-worker': {},
  cli: {
    values: [
      'lib',
      'config',
      'data',
      'eval',
      'report',
      'devices',
      'model',
      'search',
      'runs',
      'tagging',
      'annotation',
      'documents',
      'export',
      'encoder',
    ],
    packages: ['node:', 'onnxruntime-web'],
    files: ['package.json', 'scripts/page-headers.mjs'],
  },
};

const TEST_FILE = /\.test\.tsx?$|\/cases\.ts$/;

/** @param {string} file */
export const isTest = (file) => TEST_FILE.test(file);

/**
 * The reason why `file` must not import `target`; undefined if it may.
 *
 * @param {string} file from the project's root, with forward slashes: `src/model/tagger.ts`
 * @param {string} target a file below `src/`, from the project's root, or the name of a package
 * @param {boolean} isType an `import type`
 * @returns {string | undefined}
 */
export function importProblem(file, target, isType) {
  if (isTest(file)) return undefined;
  const own = layerOf(file);
  if (own === undefined) return undefined;
  const { values = [], types = [], packages = [], files = [] } = LAYERS[own] ?? {};
  if (!target.startsWith('src/')) {
    const isPackage = (/** @type {string} */ name) =>
      target === name || target.startsWith(name.endsWith(':') ? name : `${name}/`);
    if (packages.some(isPackage) || files.includes(target)) return undefined;
    return `src/${own} may not import ${target}.`;
  }
  const other = layerOf(target);
  if (other === own)
    return isSeparate(own, file, target)
      ? `${file} may not import ${target}: another folder of src/${own}.`
      : undefined;
  const entries = isType ? [...values, ...types] : values;
  if (entries.some((entry) => contains(entry, target))) return undefined;
  return types.some((entry) => contains(entry, target))
    ? `src/${own} may import only types of ${target}.`
    : `src/${own} may not import ${target}.`;
}

/**
 * Whether two files are in folders of a layer that do not import each other.
 *
 * @param {string} layer
 * @param {string} file
 * @param {string} target
 */
function isSeparate(layer, file, target) {
  if (!SEPARATE.includes(layer)) return false;
  const [own, other] = [file, target].map((path) => path.slice(`src/${layer}/`.length).split('/')[0]);
  return own !== other;
}

/**
 * @param {string} path
 * @returns {string | undefined} the layer of a file below `src/`
 */
export function layerOf(path) {
  const inside = /^src\/(.*)$/.exec(path)?.[1];
  if (inside === undefined) return undefined;
  const candidates = Object.keys(LAYERS).filter((layer) => inside.startsWith(`${layer}/`));
  return candidates.sort((a, b) => b.length - a.length)[0];
}

/**
 * Whether an entry of the table contains a file.
 *
 * @param {string} entry
 * @param {string} target a file below `src/`, from the project's root
 */
export function contains(entry, target) {
  const layer = layerOf(target);
  if (entry in LAYERS) return layer === entry || layer?.startsWith(`${entry}/`) === true;
  const pattern = entry
    .split('*')
    .map((part) => part.replaceAll(/[.\\]/g, String.raw`\$&`))
    .join('[^/]*');
  return new RegExp(`^src/${pattern}(/|$)`).test(target);
}
