import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { CASES, CORPUS, newRun, outcomeHere, SENTENCES, type Case } from '../../test/helpers/exported-models.ts';
import { PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { sentenceEmissions } from '../crf/decode.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { writeBundle } from '../export/bundle.ts';
import { toBundle } from '../export/model-bundle.ts';
import type { NameList } from '../data/vocabulary/features.ts';
import { disposeWeights } from '../model/weights.ts';
import { tagSentences, tagText } from '../tagging/texts/text.ts';
import { ForwardPass } from './forward.ts';
import { openKernels } from './kernels.ts';
import { openModel } from './model.ts';
import type * as Program from './tagger.ts';
import { Words } from './words.ts';
import source from 'virtual:tagger.mjs';

const TEXT = 'Mio Bell left “Norrby Road” in 1924. Ada’s otter went to Weir — last May!\n\nOld Norrby 🦦 Vale';

/** The built module, as it is in the zip. */
const { Tagger } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
)) as typeof Program;

beforeAll(useReferences);

const LISTS: readonly NameList[] = [
  { name: 'places', names: ['Norrby', 'Old Norrby', 'Weir'], longest: 10 },
  { name: 'people', names: ['Mio', 'mio bell', 'O’Clock', 'İstanbul'], longest: 9 },
];

/** Of `SENTENCES`. */
const PARTS = SENTENCES.map((tokens) => tokens.map((_, t) => ['X', 'Y', 'never seen'][t % 3]!));

/** Models that the other exports reject. */
const REFUSED: Record<string, Case> = {
  'has name lists': { settings: {}, lists: LISTS },
  'has name lists, hashed, in half precision': {
    settings: { charEncoder: 'none', context: 'document' },
    lists: LISTS,
    bundle: { isPrivate: true, precision: 'half' },
  },
};

describe.each(Object.entries({ ...CASES, ...REFUSED }))('an exported model: %s', (_, choice) => {
  let run: Awaited<ReturnType<typeof newRun>>;
  let zip: Uint8Array<ArrayBuffer>;
  const stored = choice.vectors && compactVectorsFrom(choice.vectors);

  beforeAll(async () => {
    run = await newRun(choice);
    const [all, byType] = [{ slope: 0.5, shift: 0.25 }, { PER: { slope: 0.75, shift: 0.5 } }];
    run.model.confidence = { calibration: { all, byType }, threshold: 0.5 };
    zip = writeBundle(await toBundle(run.model, PROVENANCE, stored), choice.bundle);
  });
  afterAll(() => disposeWeights(run.model.weights));

  test('records: each is a document, and all come back in order, whatever their number and texts', async () => {
    const tagger = await Tagger.load(zip);
    const texts = [TEXT, '', 'Mio Bell', ...Array.from({ length: 30 }, (_, i) => `Old Norrby ${i}. Mio left.`), ''];
    const records = texts.map((body, id) => ({ id, data: { body }, title: id % 2 === 0 ? 'Ada Bell' : undefined }));
    const shown = ({ type, text, start, end }: Program.Entity) => `${type} ${text} ${start}-${end}`;
    for (const field of ['title', 'data.body']) {
      let at = 0;
      for await (const { record, entities } of tagger.tagRecords(records, { text: field, batchTokens: 20 })) {
        expect(record).toBe(records[at++]);
        const sentences = await tagger.tag((field === 'title' ? record.title : record.data.body) ?? '');
        expect(entities.map(shown)).toEqual(sentences.flatMap((sentence) => sentence.entities.map(shown)));
        expect(new Set(entities.map((one) => one.field)).size).toBeLessThan(2);
      }
      expect(at).toBe(records.length);
    }
    const both = [];
    for await (const one of tagger.tagRecords(records, { text: ['title', 'data.body'] })) both.push(one.record.id);
    expect(both).toEqual(records.map(({ id }) => id));
  });

  test.each([
    { products: 'floats', inIntegers: 0, tolerance: TOLERANCES.pytorch },
    { products: 'integers', inIntegers: 1, tolerance: TOLERANCES.integers },
  ])('emissions match those of the reference with products in $products', async ({ inIntegers, tolerance }) => {
    const kernels = await openKernels();
    kernels.wasm.IN_INTEGERS.value = inIntegers;
    const model = openModel(unzipSync(zip), kernels);
    const { forward, vocabulary, copyWord } = model;
    const expected = (await outcomeHere(run, choice)).emissions;
    const corpus = encodeCorpus(
      vocabulary,
      SENTENCES.map((tokens) => ({ tokens, tags: [], document: 0 })),
    );
    const order = SENTENCES.flatMap(({ length }, i) => (length > 0 ? [i] : []));
    const batch = makeBatch(corpus, order, { distinctInputs: true });
    for (let again = 0; again < 2; again++) {
      const found = forward.emissions(batch, copyWord);
      for (const [b, sentence] of batch.sentences.entries()) {
        // Errors of integers grow with the length of the vectors.
        const wide = (choice.settings.wordDim ?? 0) > 100 && inIntegers === 1;
        expectClose(
          sentenceEmissions(found, vocabulary.tags.length, batch.layout, b),
          Float32Array.from(expected[sentence]!),
          wide ? { ...tolerance, atol: 20 * tolerance.atol } : tolerance,
        );
      }
    }
    if (!(forward instanceof ForwardPass) || vocabulary.features !== undefined) return;
    const found = forward.emissions(batch, copyWord).slice();
    for (const memory of [2 ** 20, 0]) {
      const words = new Words({ ...model, forward }, memory); // without memory, all words are discarded before the next call
      for (let again = 0; again < 2; again++) {
        const numbers = words.numbersOf(SENTENCES.map((tokens) => tokens.map((text) => ({ text }))));
        const rows = new Int32Array(found.length / vocabulary.tags.length);
        batch.sentences.forEach((sentence, b) => {
          numbers[sentence]!.forEach((word, t) => (rows[batch.layout.stepOffsets[t]! + b] = word));
        });
        expect(forward.emissionsOfWords(batch.layout, rows, batch.links)).toEqual(found);
      }
    }
  });

  test('gives the same tags as the studio, whatever the size of the batches', async () => {
    const tagger = await Tagger.load(Buffer.from(zip)); // as `readFile` gives it
    const expected = await outcomeHere(run, choice);
    expect(await tagger.tagTokens(SENTENCES)).toEqual(expected.tags);
    expect(await tagger.tagTokens(SENTENCES, { batchTokens: 1 })).toEqual(expected.tags);
    expect(new Set(expected.tags.flat()).size).toBeGreaterThan(1); // otherwise equal tags prove little
  });

  test('finds the entities of a text, with offsets and probabilities', async () => {
    const tagger = await Tagger.load(zip);
    const { sentences } = await tagText(run.model, TEXT, stored);
    const found = await tagger.tag(TEXT);
    expect(found.map(({ tokens }) => tokens.map(({ text, start, end, tag }) => [text, start, end, tag]))).toEqual(
      sentences.map(({ tokens }) => tokens.map(({ text, start, end, tag }) => [text, start, end, tag])),
    );
    sentences.forEach(({ entities }, i) => {
      expect(found[i]!.entities).toMatchObject(
        entities.map(({ type, start, end, review }) => ({ type, start, end, review, text: TEXT.slice(start, end) })),
      );
      const probabilities = (of: { probability: number }[]) => of.map(({ probability }) => probability);
      expectClose(probabilities(found[i]!.entities), probabilities(entities), TOLERANCES.integers);
    });
  });

  test('tags a single token, and handles empty input', async () => {
    const tagger = await Tagger.load(zip);
    const { sentences } = await tagText(run.model, 'Ada', stored);
    expect(await tagger.tagTokens([['Ada']])).toEqual(sentences.map(({ tokens }) => tokens.map(({ tag }) => tag)));
    expect(await tagger.tagTokens([[], []])).toEqual([[], []]);
    expect(await tagger.tagTokens([])).toEqual([]);
    expect(await tagger.tag(' \n')).toEqual([]);
  });
});

describe.each([{ context: 'sentence' }, { context: 'document' }] as const)('a model with columns, %j', (settings) => {
  let run: Awaited<ReturnType<typeof newRun>>;
  let zip: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    const { sentences, style } = CORPUS;
    const withPos = sentences.map((sentence) => {
      return { ...sentence, columns: { pos: sentence.tokens.map((_, t) => (t % 2 === 0 ? 'X' : 'Y')) } };
    });
    run = await newRun({ settings, corpus: { sentences: withPos, style } });
    zip = writeBundle(await toBundle(run.model, PROVENANCE));
  });
  afterAll(() => disposeWeights(run.model.weights));

  test('gives the tags of the studio with them, without them, and for some sentences only', async () => {
    const tagger = await Tagger.load(zip);
    expect(tagger.columns).toEqual(['pos']);
    const tagsOf = async (hasColumns: (i: number) => boolean) => {
      const sentences = SENTENCES.map((tokens, i) => ({
        tokens: tokens.map((text) => ({ text, start: 0, end: 0 })),
        columns: hasColumns(i) ? { pos: PARTS[i]! } : undefined,
      }));
      return (await tagSentences(run.model, sentences)).map(({ tokens }) => tokens.map(({ tag }) => tag));
    };
    const withColumns = SENTENCES.map((tokens, i) => ({ tokens, columns: { pos: PARTS[i]! } }));
    const [all, none] = [await tagsOf(() => true), await tagsOf(() => false)];
    expect(all).not.toEqual(none);
    expect(await tagger.tagTokens(withColumns)).toEqual(all);
    expect(await tagger.tagTokens(withColumns, { batchTokens: 1 })).toEqual(all);
    expect(await tagger.tagTokens(SENTENCES)).toEqual(none);
    const mixed = SENTENCES.map((tokens, i) => (i % 2 === 0 ? { tokens } : withColumns[i]!));
    expect(await tagger.tagTokens(mixed)).toEqual(await tagsOf((i) => i % 2 === 1));
    const { sentences } = await tagText(run.model, TEXT);
    const found = await tagger.tag(TEXT); // text has no columns
    expect(found.map(({ tokens }) => tokens.map(({ tag }) => tag))).toEqual(
      sentences.map(({ tokens }) => tokens.map(({ tag }) => tag)),
    );
  });

  test('refuses columns that it does not read, or that lack values', async () => {
    const tagger = await Tagger.load(zip);
    const tagged = (columns: Record<string, string[]>) => tagger.tagTokens([['Ada'], { tokens: ['Ada'], columns }]);
    await expect(tagged({ pos: ['X'], pos_tags: ['X'] })).rejects.toThrow(
      'Tagsmith: sentence 1 has a column pos_tags, which this model does not read. It reads pos.',
    );
    await expect(tagged({ pos: [] })).rejects.toThrow(
      'the column pos of sentence 1 has 0 values for 1 tokens, expected one per token',
    );
  });
});

describe('a tagger', () => {
  let zip: Uint8Array<ArrayBuffer>;
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    const run = await newRun({ settings: {} });
    zip = writeBundle(await toBundle(run.model, PROVENANCE));
    files = unzipSync(zip);
    disposeWeights(run.model.weights);
  });
  const textOf = (sentences: number) => 'Ada Vale lives in Norrby. '.repeat(sentences);

  test('loads the zip and its files', async () => {
    const read = (name: string) => Promise.resolve(files[name]!);
    const expected = await (await Tagger.load(zip)).tag(TEXT);
    const sources = [zip.buffer, new Blob([zip]), new Response(zip), read];
    for (const given of sources) expect(await (await Tagger.load(given)).tag(TEXT)).toEqual(expected);
  });

  test('reads the zip also without the streams of the engine', async () => {
    const expected = await (await Tagger.load(zip)).tag(TEXT);
    const inFolder = zipSync({ model: files });
    expect(await (await Tagger.load(inFolder)).tag(TEXT)).toEqual(expected);
    vi.stubGlobal('DecompressionStream', undefined);
    try {
      expect(await (await Tagger.load(zip)).tag(TEXT)).toEqual(expected);
      expect(await (await Tagger.load(inFolder)).tag(TEXT)).toEqual(expected);
      await expect(Tagger.load(zip.slice(0, zip.length / 2))).rejects.toThrow(/damaged or incomplete/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('knows its types and settings', async () => {
    const tagger = await Tagger.load(zip);
    expect(tagger.types).toEqual(['PER', 'LOC']);
    expect(tagger.tags).toContain('S-PER');
    expect(tagger.config).toMatchObject({ cell: 'lstm', decoder: 'crf' });
    expect(tagger.columns).toEqual([]);
    const withColumn = tagger.tagTokens([{ tokens: ['Ada'], columns: { pos: ['X'] } }]);
    await expect(withColumn).rejects.toThrow('It reads none.');
  });

  test('streams in the order of the text, with its progress', async () => {
    const tagger = await Tagger.load(zip);
    const text = textOf(40);
    const all = await tagger.tag(text);
    const seen: number[] = [];
    const streamed = [];
    for await (const sentence of tagger.stream(text, { batchTokens: 30, onProgress: (done) => seen.push(done) })) {
      streamed.push(sentence);
    }
    expect(streamed).toEqual(all);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(text.length);
  });

  test('leaves tokens and other readings out on request', async () => {
    const tagger = await Tagger.load(zip);
    const [full] = await tagger.tag(TEXT);
    const [short] = await tagger.tag(TEXT, { tokens: false });
    expect(short).toEqual({ ...full, tokens: [] });
    const [unsure] = await tagger.tag('Ada');
    expect(unsure!.otherReadings.length).toBeGreaterThan(0);
    expect(await tagger.tag('Ada', { otherReadings: false })).toEqual([{ ...unsure, otherReadings: [] }]);
    // Probabilities of a sentence without entities are not computed then.
    const text = 'Ada\nVale\nlives\nin\nNorrby\n24\nRoad\nBell\n.\n';
    const everything = await tagger.tag(text);
    expect(everything.some(({ entities }) => entities.length === 0)).toBe(true);
    expect(await tagger.tag(text, { tokens: false, otherReadings: false })).toEqual(
      everything.map((sentence) => ({ ...sentence, tokens: [], otherReadings: [] })),
    );
  });

  test('lets other work run between batches, and stops when it is aborted', async () => {
    const tagger = await Tagger.load(zip);
    const aborting = new AbortController();
    let turns = 0;
    const timer = setInterval(() => ++turns === 3 && aborting.abort(), 0);
    const reading = (async () => {
      let count = 0;
      for await (const _ of tagger.stream(textOf(20_000), { signal: aborting.signal, batchTokens: 64 })) count++;
      return count;
    })();
    await expect(reading).rejects.toThrow(/abort/i);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  test('two texts can be tagged at the same time', async () => {
    const tagger = await Tagger.load(zip);
    const texts = [textOf(30), TEXT];
    const alone = [await tagger.tag(texts[0]!), await tagger.tag(texts[1]!)];
    const together = await Promise.all(texts.map((text) => tagger.tag(text, { batchTokens: 20 })));
    expect(together).toEqual(alone);
  });
});
