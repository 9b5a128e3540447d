import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import {
  emissionSum,
  unitContributions,
  unitsThatMatter,
  unitTrace,
  type EmissionSum,
  type LayerStates,
  type UnitTrace,
} from '../../insight/gates.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { TaggerModel } from '../../model/model.ts';
import { lastLayer, type Link } from '../../model/observe.ts';
import { withSentence, type PlaceInText, type SentenceOfText } from './sentence-of-text.ts';

/** Selects an emission of a text, and a unit. */
export interface GatesQuery extends PlaceInText {
  token: number;
  /** Tag id. */
  tag: number;
  /** Index among the units of all directions; undefined: the first of the most important ones. */
  unit: number | undefined;
}

/** Gates and states of the last recurrent layer over a sentence. Plain data. */
export interface Gates {
  tokens: string[];
  tag: string;
  token: number;
  /** The emission of the tag at the token. */
  sum: EmissionSum;
  /** The most important units for the emission: forward ones first, each strongest first. */
  units: UnitTrace[];
  /** The unit whose gates are shown. */
  chosen: UnitTrace;
  /** Units per direction. */
  hidden: number;
  directions: LayerStates['directions'];
  /** Number of recurrent layers, of which this is the last. */
  layers: number;
  milliseconds: Milliseconds;
}

const UNITS = 4;

/** @param stored vectors for words outside the vocabulary */
export async function inspectGates(
  model: TaggerModel,
  { token, tag, unit, ...place }: GatesQuery,
  stored?: StoredVectors,
): Promise<Gates> {
  const startedAt = performance.now();
  return await withSentence(model, place, { stored }, async (found) => {
    const { config, vocabulary } = model;
    const { states } = await recurrentLayer(model, found);
    const contributions = unitContributions(states, tag);
    const trace = (column: number) => unitTrace(states, contributions, column);
    const columns = unitsThatMatter(states, contributions, token, UNITS);
    return {
      tokens: found.tokens,
      tag: vocabulary.tags[tag]!,
      token,
      sum: emissionSum(states, contributions, token, tag),
      units: columns.map(trace),
      chosen: trace(unit ?? columns[0]!),
      hidden: config.hidden,
      directions: states.directions,
      layers: config.layers,
      milliseconds: performance.now() - startedAt,
    };
  });
}

/** The states of the last recurrent layer for a sentence, and the links of its tokens. */
export async function recurrentLayer(
  model: TaggerModel,
  { corpus, index, extraRows }: SentenceOfText,
): Promise<{ states: LayerStates; links: Link[][] }> {
  const { cell, direction, hidden: H } = model.config;
  const { links, ...layer } = await lastLayer(model, corpus, index, extraRows);
  const directions = direction === 'both' ? (['forward', 'backward'] as const) : [direction];
  return { states: { ...layer, cell, directions, H }, links };
}
