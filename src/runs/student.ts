import type { RunConfig } from '../config/schema.ts';
import type { Sentence } from '../data/corpus.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { withoutKnownWords } from '../data/vectors/unused-vectors.ts';
import { MODEL_FILE_WORDS, type CompactExtract, type StoredVectors } from '../data/vectors/stored-vectors.ts';
import { UNKNOWN, Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { isTagged } from '../data/tags/training-tags.ts';
import { defined } from '../lib/assert.ts';
import { StudioError } from '../lib/errors.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { modelParts, type ModelParts, type TaggerModel } from '../model/model.ts';
import { readByTeacher, type TeacherMember } from '../model/teacher.ts';
import type { TrainingData } from '../model/trainer.ts';
import { downloadWeights, initialWeights, uploadWeights, type HostWeights } from '../model/weights.ts';
import { stepsOf, WORD_STEP } from '../model/word-steps.ts';
import { fingerprintOf } from './fingerprint.ts';
import { wordBasis, type WordBasis } from './word-basis.ts';

/** Settings of a student; its sizes are limited by `MOST`. docs/results.md lists alternatives that were tried. */
export const STUDENT_SETTINGS = {
  layers: 1,
  cell: 'lstm',
  direction: 'both',
  context: 'sentence',
  charEncoder: 'cnn',
  fineTuneWords: false, // they are rounded, and already fine-tuned by the teacher
  patience: 0,
  optimizer: 'adamw',
  schedule: 'linear',
  learningRate: 0.003,
  dropoutInput: 0.25,
  dropoutOutput: 0.25,
  averaging: 1,
} as const satisfies Partial<RunConfig>;

/** Minimum number of epochs. Each is fast; on CoNLL-2003, 12 epochs cost 0.07 dev F1. */
const LEAST_EPOCHS = 20;

/** A small corpus is trained for more epochs, to reach this many steps. */
const LEAST_STEPS = 3000;
const MOST_EPOCHS = 200;

/** Maximum sizes of the student. It is never larger than its teacher. */
const MOST = { hidden: 128, wordDim: 56, charDim: 25, charFeatures: 50 } as const;

/** Maximum number of words with a row plus other words with a vector; the most frequent ones are kept. */
const MOST_WORDS = 24_000;

/** The data that a student is trained on. */
export interface StudentSource {
  train: readonly Sentence[];
  dev: readonly Sentence[];
  /** Sentences without tags, which the teacher also tags. */
  texts: readonly { tokens: readonly string[] }[];
  /** The teacher's vectors for out-of-vocabulary words. */
  stored: StoredVectors | undefined;
}

/** A student with its initial weights on the device. */
export interface Student {
  model: TaggerModel;
  data: TrainingData;
  /** Vectors for out-of-vocabulary words, in the student's basis. */
  vectors: CompactExtract | undefined;
}

export interface StudentOptions {
  settings?: Partial<RunConfig>;
  signal?: AbortSignal | undefined;
  /** Called while the teachers tag the sentences. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Prepares a small model that is trained on the distributions of larger models for the same sentences.
 *
 * @param teachers with their weights on the device; the first one gives vocabulary and word vectors
 * @throws StudioError BadInput if the teachers differ in their tags, Cancelled
 */
export async function prepareStudent(
  teachers: readonly TaggerModel[],
  { train, dev, texts, stored }: StudentSource,
  { settings = {}, signal, onProgress }: StudentOptions = {},
): Promise<Student> {
  const teacher = defined(teachers[0], () => 'prepareStudent: no teacher');
  requireSameTags(teachers);
  if (teacher.config.emissions === 'features') {
    throw new StudioError('BadInput', 'A feature CRF has no word vectors for a student. Export it small instead.');
  }
  const sentences = [...train.filter(isTagged), ...texts].filter(({ tokens }) => tokens.length > 0);
  const total = teachers.length * sentences.length;
  const members: TeacherMember[] = [];
  let paths: Int32Array[] = [];
  for (const [i, one] of teachers.entries()) {
    const read = await readByTeacher(one, sentences, stored, {
      signal,
      onProgress: (done) => onProgress?.(i * sentences.length + done, total),
    });
    members.push(read.member);
    if (i === 0) ({ paths } = read);
  }

  const host = await downloadWeights(teacher.weights);
  const rows = studentRows(teacher.vocabulary);
  const basis = basisOf(teacher, host, settings.wordDim ?? MOST.wordDim);
  const config = studentConfig(teacher.config, sentences.length, { ...settings, wordDim: basis.dimensions });
  const words = defined(host['words'], () => 'the teacher has no word table').values;
  const table = projected(
    basis,
    rows.length,
    (row, E) => words.subarray(rows[row]! * E, (rows[row]! + 1) * E),
    teacher,
  );
  const vocabulary = studentVocabulary(teacher.vocabulary, rows);
  const parts = modelParts(config, vocabulary, teacher.style);
  const vectors =
    stored && withoutKnownWords(await reducedVectors(stored, basis), vocabulary, Math.max(0, MOST_WORDS - rows.length));
  const reduced = vectors && compactVectorsFrom(vectors);
  const encoded = encodeCorpus(
    vocabulary,
    sentences.map(({ tokens }, s) => ({ tokens, tags: Array.from(paths[s]!, (tag) => vocabulary.tags[tag]!) })),
  );
  const data: TrainingData = {
    train: encoded,
    fingerprint: fingerprintOf(vocabulary, config.wordDim, [encoded]),
    unknownProbabilities: await unknownProbabilities(parts, stored),
    teacher: members,
    scoreDev: (current, stop) => evaluateCorpus(current, dev, reduced, { signal: stop }),
  };
  return { model: { ...parts, weights: uploadWeights(initialWeights(config, vocabulary, table)) }, data, vectors };
}

function requireSameTags([first, ...others]: readonly TaggerModel[]): void {
  const tags = first?.vocabulary.tags.join(' ');
  for (const { vocabulary } of others) {
    if (vocabulary.tags.join(' ') === tags) continue;
    throw new StudioError(
      'BadInput',
      `The models have different tags: ${tags}; ${vocabulary.tags.join(' ')}. All teachers need the same tags.`,
    );
  }
}

function studentConfig(teacher: RunConfig, sentences: number, settings: Partial<RunConfig>): RunConfig {
  const enough = Math.min(MOST_EPOCHS, Math.ceil((LEAST_STEPS * teacher.batchSize) / sentences));
  const least = (name: keyof typeof MOST) => Math.min(teacher[name], MOST[name]);
  return {
    ...teacher,
    ...STUDENT_SETTINGS,
    epochs: Math.max(LEAST_EPOCHS, Math.ceil(teacher.epochs / 2), enough),
    hidden: least('hidden'),
    charDim: least('charDim'),
    charFeatures: least('charFeatures'),
    ...settings,
  };
}

/** Rows of the teacher's word table: the unknown word, then the words sorted, which compresses best. */
function studentRows({ words, frequencies }: Vocabulary): number[] {
  const rows = words.map((_, row) => row).slice(1);
  const kept = rows.length < MOST_WORDS ? rows : rows.sort((a, b) => frequencies[b]! - frequencies[a]!);
  const order = kept.slice(0, MOST_WORDS).sort((a, b) => (words[a]! < words[b]! ? -1 : 1));
  return [0, ...order];
}

/** The vocabulary of the student, without the additional inputs of the teacher. */
function studentVocabulary(teacher: Vocabulary, rows: readonly number[]): Vocabulary {
  const { unlinked: _, features: __, ...others } = teacher.toJSON();
  return new Vocabulary({
    ...others,
    words: rows.map((row) => teacher.words[row]!),
    frequencies: rows.map((row) => teacher.frequencies[row]!),
  });
}

function basisOf({ config, vocabulary }: TaggerModel, host: HostWeights, R: number): WordBasis {
  const E = config.wordDim;
  const wx = defined(host['layer0.wx'], () => 'the teacher has no recurrent layer');
  const importance = vocabulary.frequencies.map((frequency) => Math.sqrt(frequency + 1));
  // Word vectors are the first inputs.
  return wordBasis(host['words']!.values, importance, wx.values.subarray(0, E * wx.shape[1]!), E, R);
}

/** Rounded vectors in another basis: [rows, R]. */
function projected(
  basis: WordBasis,
  rows: number,
  vector: (row: number, E: number) => Float32Array,
  { config }: TaggerModel,
): Float32Array {
  const table = new Float32Array(rows * basis.dimensions);
  for (let row = 0; row < rows; row++) {
    basis.project(vector(row, config.wordDim)).forEach((value, i) => {
      table[row * basis.dimensions + i] = WORD_STEP * stepsOf(value);
    });
  }
  return table;
}

async function reducedVectors(stored: StoredVectors, basis: WordBasis): Promise<CompactExtract> {
  const { dimensions: E, hashes, scales, values } = await stored.extract(MODEL_FILE_WORDS);
  const out = new Int8Array(hashes.length * basis.dimensions);
  hashes.forEach((_, row) => {
    const vector = Float32Array.from(values.subarray(row * E, (row + 1) * E), (value) => value * scales[row]!);
    out.set(Array.from(basis.project(vector), stepsOf), row * basis.dimensions);
  });
  return { dimensions: basis.dimensions, hashes, scales: scales.map(() => WORD_STEP), values: out };
}

/** The same as for other models: see prepare.ts. */
async function unknownProbabilities({ config, vocabulary }: ModelParts, stored: StoredVectors | undefined) {
  const { unknownReplacement, wordDropout, replaceKnownWords } = config;
  const singletons = vocabulary.words.filter((word, row) => word !== UNKNOWN && vocabulary.isSingleton(row));
  const known = replaceKnownWords ? undefined : await stored?.find(singletons);
  return Float32Array.from(vocabulary.words, (word, row) =>
    vocabulary.isSingleton(row) && known?.has(word) !== true ? Math.max(unknownReplacement, wordDropout) : wordDropout,
  );
}
