import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { Corpus, CorpusFormat, CorpusOptions, Sentence, TagStyle } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { requireWithin } from '../files/limits.ts';
import { isNumber, oddNumber } from '../files/odd-numbers.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { detectStyle } from '../tags/tag-detect.ts';
import { TagReader } from '../tags/tag-spans.ts';
import { NO_SCHEME } from '../tags/tag-style.ts';
import { readConll } from './conll.ts';
import { looksLikeConllu, readConllu } from './conllu.ts';
import { looksLikeJson } from './json-items.ts';
import { readJsonLines } from './jsonl.ts';
import { rejectOtherFormats } from './other-formats.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

/**
 * Reads a corpus. Detects the format from the content and the file name. Skips what cannot be read and lists it in `problems`.
 *
 * @param onBytes called with the number of bytes read so far
 * @throws StudioError BadInput if the file is not text, exceeds a limit (`LIMITS`), is running text or in another format, or has no such tag column
 */
export function readCorpus(
  file: string,
  bytes: Uint8Array,
  options: CorpusOptions = {},
  onBytes?: (bytes: Bytes) => void,
): Corpus {
  requireWithin('corpusBytes', bytes.length, file);
  const problems = new ProblemLog(file);
  const lines = decodeLines(file, bytes, problems, onBytes);
  rejectOtherFormats(file, lines);
  const format = formatOf(file, lines);
  const raw = readRaw(file, format, lines, problems, options);
  if (format === 'conll') checkNumbers(file, raw, problems);
  const style = styleOf(raw, format, options);
  const { sentences, invalidTransitions } = readTags(raw.sentences, style, problems);
  if (sentences.length === 0) {
    const message = `Found no sentences in ${file}, read as ${FORMAT_NAMES[format]}.`;
    problems.add({ line: 0, severity: 'error', kind: 'empty', message });
  } else if (style.scheme !== 'none' && sentences.every(({ spans }) => spans.length === 0)) {
    const message = `Found no entities: every tag is ${style.letters.outside}. Choose another tag column if the tags are in another one.`;
    problems.add({ line: 0, severity: 'warning', kind: 'entities', message });
  }
  return {
    file,
    format,
    sentences,
    style,
    invalidTransitions,
    problems: problems.sorted(),
    moreProblems: problems.more,
    columns: raw.columns,
    tagColumn: raw.tagColumn,
    documents: raw.hasDocuments ? (raw.sentences.at(-1)?.document ?? -1) + 1 : 0,
    furtherColumns: raw.furtherColumns,
  };
}

/**
 * Rejects numbers as tags: they are not tags, or they are ids of tags whose names are in another file.
 *
 * @throws StudioError BadInput if they are not integers
 */
function checkNumbers(file: string, { sentences, tagColumn }: RawCorpus, problems: ProblemLog): void {
  const tags = new Set(sentences.slice(0, SAMPLED_SENTENCES).flatMap((sentence) => sentence.tags));
  if (tags.size === 0 || ![...tags].every((tag) => isNumber(tag) || oddNumber(tag) !== undefined)) return;
  const [example] = tags;
  if (![...tags].every((tag) => /^\d+$/.test(tag))) {
    throw new StudioError(
      'BadInput',
      `${file} has numbers such as ${example} in column ${tagColumn + 1}, where tags are expected. It may contain word vectors with fewer than 5 dimensions, or scores. Expected one token per line with its tag.`,
    );
  }
  problems.add({
    line: 0,
    severity: 'warning',
    kind: 'numbers',
    message: `The tags in column ${tagColumn + 1} are numbers, such as ${example}: each was read as a separate tag, without spans. If they stand for tags, replace them with the names of the tags; if they are not tags, choose another tag column.`,
  });
}

/** @throws StudioError BadCorpus if there is an error for the file as a whole */
export function requireUsable({ file, problems }: Corpus): void {
  const error = problems.find(({ line, severity }) => line === 0 && severity === 'error');
  if (error !== undefined) throw new StudioError('BadCorpus', `${file} cannot be used as a corpus. ${error.message}`);
}

/** Number of sentences examined for numbers in place of tags. */
const SAMPLED_SENTENCES = 1000;

const FORMAT_NAMES: Record<CorpusFormat, string> = { conll: 'CoNLL columns', jsonl: 'JSON lines', conllu: 'CoNLL-U' };

/** A file with a JSON extension is read as JSON even if it is malformed, so that its JSON errors are reported. */
function formatOf(file: string, lines: Iterable<string>): CorpusFormat {
  if (/\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines)) return 'jsonl';
  return looksLikeConllu(lines) ? 'conllu' : 'conll';
}

function readRaw(
  file: string,
  format: CorpusFormat,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions,
): RawCorpus {
  switch (format) {
    case 'conll':
      return readConll(file, lines, problems, options.tagColumn, options.inputColumns);
    case 'conllu':
      return readConllu(file, lines, problems, options.tagColumn, options.inputColumns);
    case 'jsonl':
      return readJsonLines(file, lines, problems, options.inputColumns);
    default:
      return format satisfies never;
  }
}

function styleOf({ sentences }: RawCorpus, format: CorpusFormat, { tagColumn, scheme }: CorpusOptions): TagStyle {
  const isUpos = format === 'conllu' && tagColumn === undefined;
  if (isUpos && scheme === undefined) return NO_SCHEME;
  return detectStyle(
    sentences.map(({ tags }) => tags),
    scheme,
  );
}

function readTags(
  raw: readonly RawSentence[],
  style: TagStyle,
  problems: ProblemLog,
): Pick<Corpus, 'sentences' | 'invalidTransitions'> {
  const reader = new TagReader(style);
  let invalidTransitions = 0;
  const sentences = raw.map(({ tokens, tags, lines, document, columns }): Sentence => {
    const { spans, invalid } = reader.read(tags);
    invalidTransitions += invalid.length;
    for (const i of invalid) {
      problems.add({
        line: lines[Math.min(i, lines.length - 1)]!,
        severity: 'warning',
        kind: 'scheme',
        message: invalidTagMessage(reader, tags, i),
        excerpt: tokens
          .slice(Math.max(0, i - 1), i + 1)
          .map((token, j) => `${token} ${tags[Math.max(0, i - 1) + j]}`)
          .join(' | '),
      });
    }
    return { tokens, tags, spans, line: lines[0]!, document, ...(columns && { columns }) };
  });
  return { sentences, invalidTransitions };
}

function invalidTagMessage(reader: TagReader, tags: readonly string[], i: number): string {
  const { scheme, letters } = reader.style;
  const tag = tags[i];
  if (tag !== undefined && reader.parse(tag) === undefined) {
    return `Found ${tag}, which is not a ${scheme} tag as spelled in this file; read as ${letters.outside}.`;
  }
  const position = i === 0 ? 'at the start of a sentence' : `after ${tags[i - 1]}`;
  return tag === undefined
    ? `Found the end of the sentence ${position}, which ${scheme} does not allow; the entity was ended there.`
    : `Found ${tag} ${position}, which ${scheme} does not allow; read in the same way as conlleval.`;
}
