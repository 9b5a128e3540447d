import { tokenize } from '../data/text/tokenizer.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import {
  emissionSum,
  unitContributions,
  unitsThatMatter,
  unitTrace,
  type EmissionSum,
  type LayerStates,
  type UnitTrace,
} from '../insight/gates.ts';
import { defined } from '../lib/assert.ts';
import type { Milliseconds } from '../lib/units.ts';
import { encodeSentences, type TaggerModel } from '../model/model.ts';
import { lastLayer } from '../model/observe.ts';
import { extendVocabulary } from '../model/out-of-vocabulary.ts';

/** Which emission of a text is asked about, and which unit. */
export interface GatesQuery {
  text: string;
  /** Which of the sentences with words. */
  sentence: number;
  token: number;
  /** An id. */
  tag: number;
  /** Of all directions' units together; undefined: the first of those that matter. */
  unit: number | undefined;
}

/** The inside of the last recurrent layer over a sentence. Plain data. */
export interface Gates {
  tokens: string[];
  tag: string;
  token: number;
  /** The emission of the tag at the token. */
  sum: EmissionSum;
  /** That matter most for it, forward ones first; strongest first. */
  units: UnitTrace[];
  /** The one that is shown from inside. */
  chosen: UnitTrace;
  /** Units of a direction. */
  hidden: number;
  directions: LayerStates['directions'];
  /** Recurrent layers: this is the last one. */
  layers: number;
  milliseconds: Milliseconds;
}

const UNITS = 4;

/** @param stored vectors for words outside the vocabulary */
export async function inspectGates(
  model: TaggerModel,
  { text, sentence, token, tag, unit }: GatesQuery,
  stored?: StoredVectors,
): Promise<Gates> {
  const startedAt = performance.now();
  const sentences = tokenize(text).filter((tokens) => tokens.length > 0);
  const tokens = defined(sentences[sentence], () => `inspectGates: no sentence ${sentence} of ${sentences.length}`).map(
    (one) => one.text,
  );
  const own = [{ tokens, tags: [] }];
  const { config } = model;
  const { vocabulary, extraRows } = await extendVocabulary(model, own, stored);
  try {
    const layer = await lastLayer(model, await encodeSentences(model, vocabulary, own), extraRows);
    const directions = config.direction === 'both' ? (['forward', 'backward'] as const) : [config.direction];
    const states: LayerStates = { ...layer, cell: config.cell, directions, H: config.hidden };
    const contributions = unitContributions(states, tag);
    const trace = (column: number) => unitTrace(states, contributions, column);
    const columns = unitsThatMatter(states, contributions, token, UNITS);
    return {
      tokens,
      tag: vocabulary.tags[tag]!,
      token,
      sum: emissionSum(states, contributions, token, tag),
      units: columns.map(trace),
      chosen: trace(unit ?? columns[0]!),
      hidden: config.hidden,
      directions,
      layers: config.layers,
      milliseconds: performance.now() - startedAt,
    };
  } finally {
    extraRows?.dispose();
  }
}
