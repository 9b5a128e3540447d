import type { CorpusOptions, Span } from '../../corpus.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { TagReader } from '../../tags/tag-spans.ts';
import { correctJson } from '../json/corrected.ts';
import { jsonEntities, locateTokens } from '../json/entities.ts';
import { tagsQuestion } from '../json/tags-question.ts';
import { looksLikeJson } from '../json/items.ts';
import { oddWords } from '../layout/odd-columns.ts';
import { readJsonLines, readJsonRecords, type SentenceRecord } from '../json/jsonl.ts';
import { type Format, type Predictions, SCORES } from './format.ts';

/** Sentences examined for what words have that text does not. */
const SAMPLED_SENTENCES = 1000;

/** JSON objects with tokens and tags, or a text and spans. */
export const jsonl: Format = {
  detect(file, lines) {
    const [extension] = /\.(jsonl|ndjson|json)$/i.exec(file) ?? [];
    if (extension !== undefined) return { score: SCORES.name, reason: `its name ends in ${extension}` };
    return looksLikeJson(file, lines) ? { score: SCORES.shape, reason: 'it starts with a JSON object' } : undefined;
  },
  read({ file, lines, problems }, options) {
    const raw = readJsonLines(file, lines, problems, options);
    const odd = oddWords(raw.sentences.slice(0, SAMPLED_SENTENCES));
    if (odd !== undefined) problems.add({ line: 0, severity: 'warning', kind: 'words', message: odd });
    const question = raw.question ?? (raw.style === undefined ? tagsQuestion(raw.sentences, options) : undefined);
    return question === undefined ? raw : { ...raw, question };
  },
  predict: (lines, { settings }, predictions) => addFields(lines, predictions, settings),
  correct: correctJson,
};

/**
 * Adds `predicted_tags` and `predicted_entities`, with character offsets if the object has a `text`, and `predicted_tokens` if it has a
 * text with spans.
 */
function addFields(lines: Iterable<string>, { tags, style }: Predictions, settings?: CorpusOptions): string {
  const reader = new TagReader(style);
  let next = 0;
  const lineOf = ({ value, sentences, located }: SentenceRecord) => {
    if (sentences.length === 0) return JSON.stringify(value);
    const tokens = sentences.flatMap((sentence) => sentence.tokens);
    const predicted = sentences.map(() => tags[next++]!);
    const { text } = value;
    const places = located ?? (typeof text === 'string' ? locateTokens(text, tokens) : undefined);
    return JSON.stringify({
      ...value,
      ...(located !== undefined && { predicted_tokens: tokens }),
      predicted_tags: predicted.flat(),
      ...(style.scheme !== 'none' && { predicted_entities: jsonEntities(spansOf(predicted, reader), tokens, places) }),
    });
  };
  const output: string[] = [];
  for (const record of readJsonRecords('', lines, new ProblemLog(''), settings)) output.push(`${lineOf(record)}\n`);
  return output.join('');
}

/** The spans of successive sentences. Token indices count from the start of the first sentence. */
function spansOf(sentences: readonly (readonly string[])[], reader: TagReader): Span[] {
  let first = 0;
  return sentences.flatMap((tags) => {
    const offset = first;
    first += tags.length;
    return reader.read(tags).spans.map(({ start, end, type }) => ({ start: start + offset, end: end + offset, type }));
  });
}
