import { memory } from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import type { RunConfig } from '../config/schema.ts';
import { replaceWeights, type TaggerModel } from '../model/model.ts';
import { downloadWeights, type HostWeights } from '../model/weights.ts';
import { attribute, type AttributionQuery } from './attribution.ts';
import { tagText } from './text.ts';

const TEXT = 'Ada Vale left Norrby in May. Mio lives. Norrby is old.';
const ASKED: AttributionQuery = { text: TEXT, sentence: 0, token: 3, tag: undefined };

beforeAll(useReferences);

/** A model with random weights everywhere, the biases and transitions, too, and some parameters changed. */
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
    const { words } = await attribute(model, { ...ASKED, tag: 1 });
    // A word of one unknown character, outside the vocabulary: encoded as the unknown word is.
    for (const [t, replaced] of ['Ada', 'Vale', 'left'].entries()) {
      const other = await attribute(model, { ...ASKED, text: TEXT.replace(replaced, '\u{10FFFD}'), tag: 1 });
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

/** An LSTM would still pass on its cell state. */
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
      values.forEach((value, i) => (values[i] = value / 1000));
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
