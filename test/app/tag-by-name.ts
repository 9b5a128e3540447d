import { DEFAULT_CONFIG } from '../../src/config/schema.ts';
import { illegalTransitions, penaltiesOf } from '../../src/crf/constraints.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import type { Attribution, AttributionQuery } from '../../src/tagging/explain/attribution.ts';
import { variantsOf } from '../../src/insight/characters.ts';
import type { UnitTrace } from '../../src/insight/gates.ts';
import type { Gates, GatesQuery } from '../../src/tagging/explain/gates.ts';
import type { Occurrences, OccurrencesQuery } from '../../src/tagging/explain/occurrences.ts';
import type { Inspection } from '../../src/tagging/explain/inspect.ts';
import type { Spelling, SpellingQuery } from '../../src/tagging/explain/spelling.ts';
import type { TaggedText } from '../../src/workers/wire/payloads.ts';

const NAMES: Record<string, string> = {
  Angela: 'PER',
  Merkel: 'PER',
  Berlin: 'LOC',
  Paris: 'LOC',
  Siemens: 'ORG',
  Europe: 'LOC',
};

/** Entities are the words of a list, neighbours of one type together. */
function tagByName(text: string): TaggedText {
  const tokens = [...text.matchAll(/\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    tag: NAMES[match[0]] ?? 'O',
    probability: 0.97,
  }));
  const entities: TaggedText['sentences'][number]['entities'] = [];
  tokens.forEach(({ tag, start, end }, i) => {
    if (tag === 'O') return;
    const last = entities.at(-1);
    if (last?.last === i - 1 && last.type === tag) Object.assign(last, { end, last: i });
    else entities.push({ type: tag, start, end, first: i, last: i, probability: 0.984 });
  });
  return { sentences: [{ tokens, entities, otherReadings: [] }], unknownLetters: [], milliseconds: 3 };
}

const TYPES = ['PER', 'LOC', 'ORG'];
const TAGS = ['O', ...TYPES.flatMap((type) => ['B', 'I', 'E', 'S'].map((letter) => `${letter}-${type}`))];

/** Emissions of 3 for the tags of `tagByName`, with each word as a separate entity; transitions of 0. */
export function inspectByName(text: string): Inspection {
  const { sentences } = tagByName(text);
  const K = TAGS.length;
  const illegal = illegalTransitions(TAGS, standardStyle('BIOES'));
  return {
    sentences: sentences
      .filter(({ tokens }) => tokens.length > 0)
      .map(({ tokens }) => {
        const emissions = new Float32Array(tokens.length * K);
        tokens.forEach(({ tag }, t) => {
          emissions[t * K + TAGS.indexOf(tag === 'O' ? 'O' : `S-${tag}`)] = 3;
        });
        return { tokens: tokens.map((token) => token.text), emissions };
      }),
    config: DEFAULT_CONFIG,
    inputs: DEFAULT_CONFIG.wordDim + DEFAULT_CONFIG.charFeatures,
    tags: TAGS,
    scores: penaltiesOf(illegal),
    illegal,
    isConstrained: true,
    milliseconds: 2,
  };
}

/** Each word contributes half a nat, all of it through its vector. */
export function attributeByName({ text, sentence, token, tag }: AttributionQuery): Attribution {
  const { tokens, entities } = tagByName(text).sentences[sentence]!;
  const entity = entities.find(({ first, last }) => first <= token && token <= last);
  const first = entity?.first ?? token;
  const tags =
    tag !== undefined ? [TAGS[tag]!] : tokens.slice(first, (entity?.last ?? first) + 1).map((one) => one.tag);
  return {
    tokens: tokens.map((one) => one.text),
    target: { first, tags, type: tag === undefined ? entity?.type : undefined },
    logProbability: Math.log(0.97),
    logProbabilityAlone: undefined,
    words: tokens.map(() => ({
      logProbabilityWithout: Math.log(0.97) - 0.5,
      flipsTo: undefined,
      wordEstimate: -0.5,
      characterEstimate: 0,
      featureEstimate: 0,
    })),
    inputs: { network: true, features: false, encoder: false },
    milliseconds: 4,
  };
}

/** A character CNN with one filter, which fires in the middle; all words are dissimilar. */
export function spellingByName({ text, sentence, token, spelling }: SpellingQuery): Spelling {
  const { tokens } = tagByName(text).sentences[sentence]!;
  const { text: word, tag, probability } = tokens[token]!;
  const characters = [...word];
  const responses = Float32Array.from(characters, (_, p) => -Math.abs(p - characters.length / 2));
  return {
    word,
    encoder: 'cnn',
    characters,
    filters: [{ filter: 7, responses, winner: Math.floor(characters.length / 2), deviations: 2.5 }],
    variants: variantsOf(word, spelling).map((variant) => ({
      ...variant,
      similarity: variant.spelling === word ? 1 : 0.5,
      isKnown: variant.spelling === word,
      tag,
      probability,
    })),
    nearestByCharacters: [{ word: 'Merk', similarity: 0.8 }],
    nearestByVector: [{ word: 'kohl', similarity: 0.7 }],
    compared: 1000,
    milliseconds: 5,
  };
}

/** One unit per direction, whose gates are half open. */
export function gatesByName({ text, sentence, token, tag, unit = 0 }: GatesQuery): Gates {
  const tokens = tagByName(text).sentences[sentence]!.tokens.map((one) => one.text);
  const all = (value: number) => new Float32Array(tokens.length).fill(value);
  const trace = (direction: UnitTrace['direction']): UnitTrace => ({
    direction,
    unit: 0,
    contributions: all(1),
    rows: [
      { name: 'forget', kind: 'gate', values: all(0.5) },
      { name: 'output h', kind: 'signed', values: all(-0.5) },
    ],
  });
  const [forward, backward] = [trace('forward'), trace('backward')];
  return {
    tokens,
    tag: TAGS[tag]!,
    token,
    sum: {
      bias: 1,
      parts: [
        { direction: 'forward', sum: 1 },
        { direction: 'backward', sum: 1 },
      ],
      attention: undefined,
      document: undefined,
      emission: 3,
    },
    units: [forward, backward],
    chosen: unit === 0 ? forward : backward,
    hidden: 1,
    directions: ['forward', 'backward'],
    layers: 1,
    milliseconds: 3,
  };
}

/** The other occurrences of the word, with equal weights. */
export function occurrencesByName({ text, sentence, token, tag }: OccurrencesQuery): Occurrences {
  const sentences = tagByName(text).sentences.map(({ tokens }) => tokens.map((one) => one.text));
  const word = sentences[sentence]![token]!;
  const places = sentences.flatMap((tokens, s) => tokens.map((_, t) => ({ sentence: s, tokens, token: t })));
  const others = places.filter(
    (place) => place.tokens[place.token] === word && (place.sentence !== sentence || place.token !== token),
  );
  return {
    word,
    tag: TAGS[tag]!,
    emission: 3,
    added: others.length === 0 ? 0 : 0.5,
    others: others.map((place) => ({ ...place, weight: 1 / others.length })),
    milliseconds: 2,
  };
}
