import { memory } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { BIO_CORPUS, corpusOf, TINY, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../../config/schema.ts';
import { FeatureStore } from '../../encoder/feature-store.ts';
import { replaceWeights, type TaggerModel } from '../../model/model.ts';
import { downloadWeights, type HostWeights } from '../../model/weights.ts';
import { prepareRun } from '../../runs/prepare.ts';
import { attribute, type AttributionQuery } from './attribution.ts';
import { inspectGates } from './gates.ts';
import { inspectText } from './inspect.ts';
import { inspectSpelling } from './spelling.ts';
import { tagText } from '../texts/text.ts';

const TEXT = 'Ada Vale left Norrby in May. Mio lives. Norrby is old.';
const ASKED: AttributionQuery = { text: TEXT, sentence: 0, token: 3, tag: undefined };

beforeAll(useReferences);

/** A model with random weights, including biases and transitions, and some changed parameters. */
async function modelWith(settings: Partial<RunConfig>, change?: (weights: HostWeights) => void): Promise<TaggerModel> {
  const { model } = tinyRun(undefined, settings);
  const weights = await downloadWeights(model.weights);
  for (const { values } of Object.values(weights)) values.forEach((value, i) => (values[i] = value + Math.sin(i) / 3));
  change?.(weights);
  replaceWeights(model, weights);
  return model;
}

describe.each([
  ['a CRF in BIOES', { decoder: 'crf', scheme: 'BIOES' }],
  ['a CRF in BIO', { decoder: 'crf', scheme: 'BIO' }],
  ['softmax over a GRU', { decoder: 'softmax', cell: 'gru' }],
  ['two layers with a character LSTM', { layers: 2, charEncoder: 'lstm' }],
  ['words alone', { charEncoder: 'none' }],
  ['a model that reads documents', { context: 'document' }],
  ['a model with a second pass', { context: 'document', consistency: 2.5 }],
] as const)('%s', (_, settings) => {
  test('the target has the probability that the sentence box shows', async () => {
    const model = await modelWith(settings);
    const tagged = (await tagText(model, TEXT)).sentences[0]!;
    for (const [token, { probability }] of tagged.tokens.entries()) {
      const { target, logProbability, words } = await attribute(model, { ...ASKED, token });
      const entity = tagged.entities.find(({ first, last }) => first <= token && token <= last);
      expect(target.type).toBe(entity?.type);
      expect(target.first).toBe(entity?.first ?? token);
      expect(Math.exp(logProbability)).toBeCloseTo(entity?.probability ?? probability, 5);
      expect(words).toHaveLength(tagged.tokens.length);
    }
  });

  test('a word is left out as if the unknown word stood there', async () => {
    const model = await modelWith(settings);
    const tag = model.vocabulary.tags.indexOf('O'); // never an entity, whose extent would depend on the path
    const { words } = await attribute(model, { ...ASKED, tag });
    // An out-of-vocabulary word of one unknown character, which is encoded like the unknown word.
    for (const [t, replaced] of ['Ada', 'Vale', 'left'].entries()) {
      const other = await attribute(model, { ...ASKED, text: TEXT.replace(replaced, '\u{10FFFD}'), tag });
      expect(words[t]!.logProbabilityWithout).toBeCloseTo(other.logProbability, 5);
    }
  });

  test('gradient × input is the slope of F from the unknown word to the word', async () => {
    const model = await modelWith(settings);
    const { words } = await attribute(model, { ...ASKED, tag: 2 });
    const host = await downloadWeights(model.weights);
    const E = model.config.wordDim;
    for (const [token, word] of ['ada', 'vale', 'left'].entries()) {
      const row = model.vocabulary.words.indexOf(word);
      const at = async (step: number) => {
        const table = host['words']!.values.slice();
        for (let i = row * E; i < (row + 1) * E; i++) table[i]! += step * (table[i]! - table[i % E]!);
        replaceWeights(model, { ...host, words: { ...host['words']!, values: table } });
        return (await attribute(model, { ...ASKED, tag: 2 })).logProbability;
      };
      const slope = ((await at(1e-2)) - (await at(-1e-2))) / 2e-2;
      expect(words[token]!.wordEstimate).toBeCloseTo(-slope, 2);
    }
  });
});

/** An RNN, because an LSTM would still pass on its cell state. */
const MUTED = { decoder: 'softmax', cell: 'rnn' } as const;

const zero = (weights: HostWeights, name: string, from = 0, to?: number) => weights[name]!.values.fill(0, from, to);

describe('cases with a known answer', () => {
  test('softmax without recurrent weights: other words add nothing', async () => {
    const model = await modelWith(MUTED, (weights) => zero(weights, 'layer0.wh'));
    const { words, logProbability } = await attribute(model, ASKED);
    const others = words.toSpliced(3, 1);
    for (const { logProbabilityWithout, wordEstimate, characterEstimate } of others) {
      expect(logProbabilityWithout).toBeCloseTo(logProbability, 10);
      expect(wordEstimate).toBeCloseTo(0, 6);
      expect(characterEstimate).toBeCloseTo(0, 6);
    }
    const own = words[3]!;
    const changes = [own.logProbabilityWithout - logProbability, own.wordEstimate, own.characterEstimate];
    for (const change of changes) expect(Math.abs(change)).toBeGreaterThan(1e-4);
  });

  test.each([
    { direction: 'forward', half: [0, 1], silent: (t: number) => t < 3 },
    { direction: 'backward', half: [1, 2], silent: (t: number) => t > 3 },
  ] as const)('softmax with a mute $direction direction: words of that side add nothing', async ({ half, silent }) => {
    const model = await modelWith(MUTED, (weights) => {
      const size = weights['layer0.wh']!.values.length / 2;
      zero(weights, 'layer0.wh', half[0] * size, half[1] * size);
    });
    const { words, logProbability } = await attribute(model, ASKED);
    const added = words.map(
      ({ logProbabilityWithout, wordEstimate, characterEstimate }) =>
        Math.abs(logProbabilityWithout - logProbability) + Math.abs(wordEstimate) + Math.abs(characterEstimate),
    );
    expect(added.map((one) => one < 1e-6)).toEqual(added.map((_, t) => silent(t)));
  });

  test.each([
    { direction: 'forward', silent: (t: number) => t > 3 },
    { direction: 'backward', silent: (t: number) => t < 3 },
  ] as const)('softmax over the $direction direction alone: what it has not read adds nothing', async (one) => {
    const model = await modelWith({ decoder: 'softmax', direction: one.direction });
    const { words, logProbability } = await attribute(model, { ...ASKED, tag: 1 });
    const added = words.map(
      ({ logProbabilityWithout, wordEstimate, characterEstimate }) =>
        Math.abs(logProbabilityWithout - logProbability) + Math.abs(wordEstimate) + Math.abs(characterEstimate),
    );
    expect(added.map((change) => change < 1e-6)).toEqual(added.map((_, t) => one.silent(t)));
  });

  test('where the model is all but linear, the gradient is what leaving out says', async () => {
    const model = await modelWith({}, (weights) => {
      const { values } = weights['layer0.wx']!;
      values.forEach((value, i) => (values[i] = value / 300));
    });
    const { words, logProbability } = await attribute(model, ASKED);
    for (const { logProbabilityWithout, wordEstimate, characterEstimate } of words) {
      expect(wordEstimate + characterEstimate).toBeCloseTo(logProbabilityWithout - logProbability, 5);
    }
    expect(words.some(({ wordEstimate }) => Math.abs(wordEstimate) > 1e-4)).toBe(true);
  });
});

test('what the rest of the text brings: only where it has linked words, and the model reads documents', async () => {
  const model = await modelWith({ context: 'document' });
  const { logProbability, logProbabilityAlone } = await attribute(model, { ...ASKED, tag: 1 });
  const alone = await attribute(model, { ...ASKED, text: 'Ada Vale left Norrby in May.', tag: 1 });
  expect(logProbabilityAlone).toBeCloseTo(alone.logProbability, 6);
  expect(logProbabilityAlone).not.toBeCloseTo(logProbability, 4);
  expect(alone.logProbabilityAlone).toBeUndefined();
  expect((await attribute(model, { ...ASKED, sentence: 1, token: 0 })).logProbabilityAlone).toBeUndefined();
  const ofSentences = await modelWith({});
  expect((await attribute(ofSentences, ASKED)).logProbabilityAlone).toBeUndefined();
});

describe('a model with further inputs', () => {
  const lists = [{ name: 'places', names: ['Norrby', 'Ada Vale'], longest: 8 }];
  const withColumn = corpusOf(
    '-DOCSTART- -X- O\n\nAda NNP B-PER\nVale NNP I-PER\nlives VBZ O\nin IN O\nNorrby NNP B-LOC\n. . O\n\nMio NNP B-PER\nlives VBZ O\nin IN O\nNorrby NNP B-LOC\n. . O\n',
  );

  test.each([
    ['name lists', { corpus: undefined, lists }],
    ['a column and name lists', { corpus: withColumn, lists }],
  ])(
    '%s: a word is left out with all that is known of it, and gradients add up',
    async (_, { corpus, lists: used }) => {
      const { model } = tinyRun(corpus, { listDim: 3, columnDim: 2 }, used);
      const weights = await downloadWeights(model.weights);
      for (const { values } of Object.values(weights))
        values.forEach((value, i) => (values[i] = value + Math.sin(i) / 3));
      replaceWeights(model, weights);
      const text = 'Mio left Norrby in May.'; // each match is one token
      const { words, inputs, logProbability } = await attribute(model, { text, sentence: 0, token: 0, tag: 1 });
      expect(inputs).toEqual({ network: true, features: true, encoder: false });
      for (const [t, word] of ['left', 'Norrby', 'in'].entries()) {
        const other = await attribute(model, {
          text: text.replace(word, '\u{10FFFD}'),
          sentence: 0,
          token: 0,
          tag: 1,
        });
        expect(words[t + 1]!.logProbabilityWithout).toBeCloseTo(other.logProbability, 5);
      }
      expect(words[2]!.featureEstimate).not.toBeCloseTo(0, 5);
      expect(words[1]!.featureEstimate).toBeCloseTo(0, 6); // in no list, like the unknown word
      expect(words[2]!.logProbabilityWithout).not.toBeCloseTo(logProbability, 5);
      const { sentences, tags } = await inspectText(model, text);
      const { sum } = await inspectGates(model, { text, sentence: 0, token: 2, tag: 2, unit: undefined });
      expect(sum.emission).toBeCloseTo(sentences[0]!.emissions[2 * tags.length + 2]!, 5);
      const { variants } = await inspectSpelling(model, { text, sentence: 0, token: 2, spelling: 'Nrby' });
      const { tokens } = (await tagText(model, text)).sentences[0]!;
      expect(variants.map(({ spelling }) => spelling)).toContain('Nrby');
      expect(variants[0]!.probability).toBeCloseTo(tokens[2]!.probability, 5);
    },
  );

  test('an encoder: the own features of a word are left out', async () => {
    const identity = {
      name: 'encoder.onnx',
      hash: 'ab'.repeat(32),
      layers: ['last'],
      pooling: 'first',
      width: 2,
    } as const;
    const store = new FeatureStore({ ...identity, layers: [...identity.layers] }, async function* (all) {
      for (const [sentence, words] of all.entries()) {
        const ofWord = (word: string) => (word === '\u{10FFFD}' ? [0, 0] : [word.includes('r') ? 1 : -1, 0.25]);
        yield { sentence, features: Float32Array.from(words.flatMap(ofWord)) };
      }
    });
    const { sentences, style } = BIO_CORPUS;
    await store.load(sentences.map(({ tokens }) => tokens));
    const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined, encoder: () => store };
    const { model } = prepareRun({ ...DEFAULT_CONFIG, ...TINY }, source);
    const { words, inputs } = await attribute(model, { ...ASKED, tag: 1 });
    expect(inputs).toEqual({ network: true, features: false, encoder: true });
    for (const [t, replaced] of ['Ada', 'Vale', 'left'].entries()) {
      const other = await attribute(model, { ...ASKED, text: TEXT.replace(replaced, '\u{10FFFD}'), tag: 1 });
      expect(words[t]!.logProbabilityWithout).toBeCloseTo(other.logProbability, 5);
    }
    expect(words.some(({ featureEstimate }) => Math.abs(featureEstimate) > 1e-6)).toBe(true);
    const { sum } = await inspectGates(model, { ...ASKED, tag: 2, unit: undefined });
    const { sentences: inspected, tags } = await inspectText(model, TEXT);
    expect(sum.emission).toBeCloseTo(inspected[0]!.emissions[3 * tags.length + 2]!, 5);
    expect((await inspectSpelling(model, { ...ASKED, spelling: undefined })).word).toBe('Norrby');
  });

  test('tags without a scheme: each token is asked about alone', async () => {
    const { model } = tinyRun(corpusOf('the DT\nharbour NN\nopens VBZ\n. .\n\na DT\nship NN\nsails VBZ\n. .\n'));
    const text = 'the ship opens.';
    const { tokens } = (await tagText(model, text)).sentences[0]!;
    for (const [token, { tag, probability }] of tokens.entries()) {
      const { target, logProbability } = await attribute(model, { text, sentence: 0, token, tag: undefined });
      expect(target).toEqual({ first: token, tags: [tag], type: undefined });
      expect(Math.exp(logProbability)).toBeCloseTo(probability, 5);
    }
    const { illegal, isConstrained } = await inspectText(model, text);
    expect([illegal.transitions.some(Boolean), isConstrained]).toEqual([false, true]);
  });
});

test('nothing is left on the device', async () => {
  const model = await modelWith({ context: 'document' });
  const before = memory().numTensors;
  await attribute(model, ASKED);
  expect(memory().numTensors).toBe(before);
});

test('where the path changes without a word, the tags are named, and the target stays', async () => {
  const model = await modelWith({ scheme: 'BIO' });
  const { words, tokens, target } = await attribute(model, ASKED);
  const tagsOf = async (text: string) => {
    const { tokens: tagged } = (await tagText(model, text)).sentences[0]!;
    return tagged.slice(target.first, target.first + target.tags.length).map(({ tag }) => tag);
  };
  let flips = 0;
  for (const [t, { flipsTo }] of words.slice(0, -1).entries()) {
    const without = await tagsOf(tokens.map((token, i) => (i === t ? '\u{10FFFD}' : token)).join(' '));
    expect(flipsTo ?? target.tags).toEqual(without);
    if (flipsTo !== undefined) flips++;
  }
  expect(flips).toBeGreaterThan(0);
});
