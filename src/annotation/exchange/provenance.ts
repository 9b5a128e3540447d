import { isObject } from '../../data/corpora/json/values.ts';
import type { LogEntry } from '../sets/history.ts';
import { PAUSE } from '../queue/pace.ts';
import { problemOfRule } from '../sets/log-entry.ts';
import type { Rule } from '../rules/rule.ts';
import { spanTypes, type AnnotationSet, type SentenceState, type SpanType } from '../sets/set.ts';

/** The history of a set, saved with its export. */
export interface Provenance {
  set: string;
  guidelines: string;
  /** `colour` and `key`: see `SpanType`. */
  types: { name: string; colour: number; key: string | undefined; spans: number }[];
  rules: readonly Rule[];
  sentences: Record<SentenceState, number>;
  /** In the order in which they were added. */
  sources: { file: string; sentences: number }[];
  /** ISO 8601; undefined for an empty log. */
  begun: string | undefined;
  lastChanged: string | undefined;
  /** Number of actions, including undo and redo. */
  actions: number;
  /** Time between actions, without pauses of more than two minutes. */
  minutes: number;
  exported: string;
}

/** @param now milliseconds since 1970 */
export function provenanceOf(set: AnnotationSet, log: readonly LogEntry[], now: number): Provenance {
  const gaps = log.slice(1).map(({ at }, i) => at - log[i]!.at);
  const worked = gaps.filter((gap) => gap > 0 && gap <= PAUSE).reduce((sum, gap) => sum + gap, 0);
  const files = new Map<string, number>();
  const sentences = { open: 0, accepted: 0, skipped: 0, flagged: 0 };
  const spans = new Map(set.types.map(({ name }) => [name, 0]));
  for (const sentence of set.sentences) {
    sentences[sentence.state]++;
    files.set(sentence.source.file, (files.get(sentence.source.file) ?? 0) + 1);
    for (const { type } of sentence.spans) spans.set(type, (spans.get(type) ?? 0) + 1);
  }
  return {
    set: set.name,
    guidelines: set.guidelines,
    types: spanTypes([...spans.keys()], set.types).map((type) => ({ ...type, spans: spans.get(type.name) ?? 0 })),
    rules: set.rules,
    sentences,
    sources: Array.from(files, ([file, count]) => ({ file, sentences: count })),
    begun: isoDate(log[0]?.at),
    lastChanged: isoDate(log.at(-1)?.at),
    actions: log.length,
    minutes: Math.round(worked / 6000) / 10,
    exported: new Date(now).toISOString(),
  };
}

/** Extension of a provenance file. */
export const PROVENANCE_EXTENSION = '.about.json';

/** The part of a provenance record that a set takes over. */
export interface SetDescription {
  guidelines: string;
  types: readonly SpanType[];
  rules: readonly Rule[];
}

/** Reads guidelines, types and rules from a provenance record. @returns undefined if the text is not a provenance record */
export function readDescription(text: string): SetDescription | undefined {
  const record: unknown = parsed(text);
  if (!isObject(record) || !Array.isArray(record['types'])) return undefined;
  const { guidelines } = record;
  const written = record['types'].filter(isObject);
  let types: SpanType[] = [];
  for (const { name, colour, key } of written) {
    if (typeof name !== 'string' || name === '' || types.some((type) => type.name === name)) continue;
    const isFree = typeof key === 'string' && /^[1-9]$/.test(key) && types.every((type) => type.key !== key);
    if (typeof colour !== 'number' || !Number.isInteger(colour) || colour < 0) types = spanTypes([name], types);
    else types.push({ name, colour, key: isFree ? key : undefined });
  }
  if (types.length === 0) return undefined;
  const rules: readonly unknown[] = Array.isArray(record['rules']) ? record['rules'] : [];
  return {
    guidelines: typeof guidelines === 'string' ? guidelines : '',
    types,
    rules: rules.filter((rule) => problemOfRule(rule) === undefined) as Rule[],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isoDate(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
