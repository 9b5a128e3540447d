import { strToU8, zipSync, type Zippable } from 'fflate';
import { crc32 } from '../lib/crc32.ts';
import javaScriptTagger from 'virtual:tagger.mjs';
import javaScriptTypes from 'virtual:tagger.d.mts';
import type { ModelToWrite } from './bundle-contents.ts';
import {
  CONFIG,
  CONFIG_CHECKSUM,
  configChecksum,
  VECTORS,
  VOCABULARY,
  WEIGHTS,
  type BundleConfig,
} from './bundle-format.ts';
import { withoutGraph } from './supported-programs.ts';
import { modelCard, type CardDetails } from './model-card.ts';
import { GRAPH_DATA, onnxFiles } from './onnx/onnx-files.ts';
import { encodeWeights, type Precision } from './precision.ts';
import { hashWords } from './private-words.ts';
import { pythonPrograms } from './python-programs.ts';
import { writeTensors } from './safetensors.ts';
import { encodeVectors } from './vectors-file.ts';
import { withoutKnownWords } from '../data/vectors/unused-vectors.ts';

/** Mappings between tags and ids, where programs of the Hugging Face Hub expect them. Not read back. */
interface Labels {
  id2label: Record<string, string>;
  label2id: Record<string, number>;
}

export interface BundleOptions {
  precision?: Precision;
  /** Replaces training words by hashes. */
  isPrivate?: boolean;
  /** Writes only the files that are read back, for a page or program that already has the tagger. */
  modelOnly?: boolean;
  /** Details for the model card. */
  card?: CardDetails;
}

const JAVA_SCRIPT: Zippable = {
  'tagger.mjs': strToU8(javaScriptTagger),
  'tagger.d.mts': strToU8(javaScriptTypes), // where TypeScript looks for the types of tagger.mjs
  'tagger.d.ts': strToU8("export * from './tagger.mjs';\n"),
};

/** Writes a zip of weights, configuration, vocabulary, model card, and taggers for Python, JavaScript and ONNX. */
export function writeBundle(original: ModelToWrite, options: BundleOptions = {}): Uint8Array<ArrayBuffer> {
  const { precision = 'exact', isPrivate = false, modelOnly = false, card = {} } = options;
  const isExact = precision === 'exact';
  const bundle = {
    ...original,
    vocabulary: isPrivate ? hashWords(original.vocabulary) : original.vocabulary,
    vectors: isExact ? original.vectors : withoutKnownWords(original.vectors, original.vocabulary),
  };
  const { config, vocabulary, style, weights, provenance, confidence, vectors } = bundle;
  const contents = {
    [VOCABULARY]: strToU8(JSON.stringify(vocabulary.toJSON())),
    [WEIGHTS]: writeTensors(encodeWeights(weights, precision, provenance.student !== undefined), {
      format: 'tagsmith-model',
    }),
    ...(vectors && { [VECTORS]: encodeVectors(vectors) }),
  };
  // 32-bit floats hardly compress, and compression would take long.
  const stored = { level: isExact ? 0 : 9 } as const;
  const bundleJson: BundleConfig & Labels = {
    format: 'tagsmith-model',
    version: 1,
    precision: isExact ? undefined : precision,
    config,
    style,
    provenance,
    confidence,
    id2label: Object.fromEntries(vocabulary.tags.map((tag, id) => [id, tag])),
    label2id: Object.fromEntries(vocabulary.tags.map((tag, id) => [tag, id])),
    vectors: vectors && { words: vectors.scales.length, dimensions: vectors.dimensions },
    checksums: Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, crc32(bytes)])),
  };
  const configBytes = strToU8(JSON.stringify(bundleJson, null, 2));
  const model: Zippable = {
    [CONFIG]: configBytes,
    [CONFIG_CHECKSUM]: strToU8(configChecksum(configBytes)),
    ...contents,
    [WEIGHTS]: [contents[WEIGHTS], stored],
    ...(contents[VECTORS] && { [VECTORS]: [contents[VECTORS], stored] }),
  };
  if (modelOnly) return zipSync(model, { level: 9 }) as Uint8Array<ArrayBuffer>;
  const weightsFile = { name: WEIGHTS, bytes: contents[WEIGHTS] };
  const forOnnx = withoutGraph(bundle) === undefined && onnxFiles(bundle, weightsFile, VECTORS, isExact);
  const files: Zippable = {
    ...model,
    'README.md': strToU8(modelCard(bundle, precision, card)),
    ...pythonPrograms(),
    ...JAVA_SCRIPT,
    ...forOnnx,
    ...(forOnnx && forOnnx[GRAPH_DATA] && { [GRAPH_DATA]: [forOnnx[GRAPH_DATA], stored] }),
  };
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}
