import type { LogEntry } from './history.ts';
import type { AnnotationSet, SentenceState } from './set.ts';

/** A longer pause between two actions is no work. */
const PAUSE = 120_000; // milliseconds

/** How a set came about, to be kept with its export. */
export interface Provenance {
  set: string;
  guidelines: string;
  types: { name: string; spans: number }[];
  sentences: Record<SentenceState, number>;
  /** In the order in which they were added. */
  sources: { file: string; sentences: number }[];
  /** ISO 8601; undefined for an empty log. */
  begun: string | undefined;
  lastChanged: string | undefined;
  /** What was done, undone and done again. */
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
    types: Array.from(spans, ([name, count]) => ({ name, spans: count })),
    sentences,
    sources: Array.from(files, ([file, count]) => ({ file, sentences: count })),
    begun: isoDate(log[0]?.at),
    lastChanged: isoDate(log.at(-1)?.at),
    actions: log.length,
    minutes: Math.round(worked / 6000) / 10,
    exported: new Date(now).toISOString(),
  };
}

function isoDate(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
