import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { describeReading } from '../describe-reading.ts';
import { readCorpus } from '../read-corpus.ts';

/** How objects are read as JSON lines; a string is a line. The last object may be `{settings}`. */
export function read(...objects: (object | string)[]): {
  sentences: number;
  tokens: number;
  entities: Record<string, number>;
  question: ReadingQuestion | undefined;
} {
  const last = objects.at(-1);
  const settings: CorpusOptions =
    typeof last === 'object' && 'settings' in last ? (last.settings as CorpusOptions) : {};
  const lines = objects
    .filter((object) => !(typeof object === 'object' && 'settings' in object))
    .map((object) => (typeof object === 'string' ? object : JSON.stringify(object)));
  const { sentences, tokens, entities, question } = describeReading(
    readCorpus('file.jsonl', new TextEncoder().encode(lines.join('\n')), settings),
  );
  return { sentences, tokens, entities, question };
}
