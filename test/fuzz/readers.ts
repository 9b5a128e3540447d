import { expect } from 'vitest';
import { importTexts } from '../../src/annotation/exchange/import-texts.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import type { Corpus } from '../../src/data/corpus.ts';
import type { Format } from '../../src/data/corpora/formats/format.ts';
import { FORMATS } from '../../src/data/corpora/formats/registry.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import { packSentences, SentenceUnpacker } from '../../src/data/corpora/sentence-batches.ts';
import { writePredictions } from '../../src/data/corpora/write-predictions.ts';
import { readVectors } from '../../src/data/vectors/read-vectors.ts';
import { readBundle } from '../../src/export/read-bundle.ts';
import { StudioError } from '../../src/lib/errors.ts';
import { openKernels } from '../../src/runtime/kernels.ts';
import { openModel, type Model } from '../../src/runtime/model.ts';
import { unpack } from '../../src/runtime/model-files.ts';
import { readFiles } from '../../src/workers/files/read-files.ts';
import { model, type Input } from './inputs.ts';

/** The outcome for a file: read, or refused with a message. Anything else throws. */
export type Outcome = 'read' | 'refused';

/** Reads a file as the page does when it is added, then with every reader that it could reach, and checks the results. */
export async function readWithAll(input: Input): Promise<Outcome> {
  const { corpora, texts, vectors, models, rejected } = await readFiles([fileOf(input)], {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  for (const { error } of rejected) expectMessage(error.code, error.message);
  for (const { file, corpus } of corpora) {
    expectValidCorpus(corpus);
    expectRows(corpus, new Uint8Array(await file.arrayBuffer()));
  }
  for (const file of vectors) await readOrRefused(() => expectVectors(file));
  await readOrRefused(() => expectVectors(fileOf(input)));
  await readOrRefused(() => expectModel(input.bytes));
  await readOrRefused(() => expectValidCorpus(readCorpus(input.name, input.bytes)));
  await readOrRefused(() => expectValidCorpus(readCorpus(input.name, input.bytes, { inputColumns: ['pos', '1'] })));
  await readOrRefused(() => expectTexts(input));
  return corpora.length + texts.length + vectors.length + models.length > 0 ? 'read' : 'refused';
}

function fileOf({ name, bytes }: Input): File {
  return new File([bytes as Uint8Array<ArrayBuffer>], name);
}

/** A failure must be a message for the user. */
async function readOrRefused(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    expectMessage(error.code, error.message);
  }
}

function expectMessage(code: string, message: string): void {
  expect({ code, message }).not.toMatchObject({ code: 'Internal' });
  expect(message.length).toBeGreaterThan(20);
  expect(message.length).toBeLessThan(3000);
}

/** Tags for all tokens or none, columns for all tokens, spans in order within their sentence, only text in tokens, and problems with their position. */
function expectValidCorpus(corpus: Corpus): void {
  const { sentences, problems, format } = corpus;
  for (const { tokens, tags, spans, line, columns = {} } of sentences) {
    expect([0, tokens.length]).toContain(tags.length);
    for (const values of Object.values(columns)) expect(values).toHaveLength(tokens.length);
    expect(line).toBeGreaterThan(0);
    let last = 0;
    for (const { start, end, type } of spans) {
      expect(start >= last && end > start && end <= tokens.length).toBe(true);
      if (corpus.style.separator !== '') expect(type === '' && tags[start]!.length > 1).toBe(false);
      last = end;
    }
    if (format !== 'jsonl') expect(tokens.filter((token) => /[\0\n]/.test(token))).toEqual([]);
  }
  for (const { message, line } of problems) {
    expect(line).toBeGreaterThanOrEqual(0);
    expect(message.length).toBeLessThanOrEqual(1001);
  }
  const unpacker = new SentenceUnpacker();
  for (const batch of packSentences(sentences)) unpacker.add(batch);
  expect(unpacker.sentences).toEqual(sentences);
}

/** Predictions have the rows of the file. */
function expectRows(corpus: Corpus, bytes: Uint8Array): void {
  const tags = corpus.sentences.map(({ tokens }) => tokens.map(() => corpus.style.letters.outside));
  const written = writePredictions(bytes, corpus, { tags, style: corpus.style });
  const { predict }: Format = FORMATS[corpus.format];
  if (corpus.format === 'jsonl' || predict === undefined) return; // JSON lines
  const again = writePredictions(bytes, corpus, { tags, style: corpus.style });
  expect(again).toBe(written);
  const text = new TextDecoder('utf-8').decode(bytes);
  const isUtf8 = !text.includes('\uFFFD');
  const rows = text.includes('\n') ? text.split('\n').length : text.split('\r').length;
  if (isUtf8 && !(bytes[0] === 0xff || bytes[0] === 0xfe))
    expect(written.split('\n')).toHaveLength(rows + (written.startsWith('#predicted-by') ? 1 : 0));
}

async function expectVectors(file: File): Promise<void> {
  const wanted = new Set(['Mira', 'Oslo', 'the', 'word1']);
  const { vectors, stored } = await readVectors(file, { wanted });
  expect(vectors.values).toHaveLength(vectors.words.length * vectors.dimensions);
  expect(vectors.values.every(Number.isFinite)).toBe(true);
  for (const values of (await stored!.find(wanted)).values()) expect(values.every(Number.isFinite)).toBe(true);
}

/** A damaged model is refused, or read exactly as it was written, also by `tagger.mjs`. */
async function expectModel(bytes: Uint8Array): Promise<void> {
  await expectModelInRuntime(bytes);
  const { weights, vocabulary, style, vectors } = readBundle(bytes);
  const original = readBundle(model);
  expect(style).toEqual(original.style);
  expect(vocabulary.toJSON()).toEqual(original.vocabulary.toJSON());
  expect(vectors).toEqual(original.vectors);
  expect(weights).toEqual(original.weights);
}

async function expectModelInRuntime(bytes: Uint8Array): Promise<void> {
  const open = async (zip: Uint8Array) => openModel(await unpack(zip), await openKernels());
  let read: Model;
  try {
    read = await open(bytes);
  } catch (error) {
    expectMessage('BadModel', (error as Error).message);
    expect((error as Error).message).toMatch(/^Tagsmith: /);
    return;
  }
  const original = await open(model);
  const shown = ({ tags: { config, style, confidence }, vocabulary, scores, copyWord }: Model) => {
    const { wordDim } = config as RunConfig;
    const rows = new Float32Array(2 * wordDim);
    [0, vocabulary.words.length - 1].forEach((row, i) => copyWord(row, rows, i * wordDim));
    return { config, style, confidence, scores, rows, vocabulary: vocabulary.toJSON() };
  };
  expect(shown(read)).toEqual(shown(original));
}

function expectTexts({ name, bytes }: Input): void {
  const { sentences } = importTexts(name, bytes);
  for (const { tokens, spans } of sentences) {
    expect(tokens.length).toBeGreaterThan(0);
    for (const { start, end } of spans) expect(start >= 0 && end > start && end <= tokens.length).toBe(true);
  }
}
