import { StudioError } from '../../lib/errors.ts';
import type { Corpus, CorpusFormat, CorpusOptions, Sentence, TagStyle } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { detectStyle } from '../tags/tag-detect.ts';
import { TagReader } from '../tags/tag-spans.ts';
import { NO_SCHEME } from '../tags/tag-style.ts';
import { readConll } from './conll.ts';
import { looksLikeConllu, readConllu } from './conllu.ts';
import { looksLikeJson, readJsonLines } from './jsonl.ts';
import { refuseOtherFormats } from './other-formats.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

/**
 * Reads a corpus of any supported format, found from its content and name. What cannot be read is listed in `problems`;
 * the rest loads.
 *
 * @throws StudioError BadInput where the file is no text, is in another format or running text, or has no such tag column
 */
export function readCorpus(file: string, bytes: Uint8Array, options: CorpusOptions = {}): Corpus {
  const problems = new ProblemLog(file);
  const lines = decodeLines(file, bytes, problems);
  refuseOtherFormats(file, lines);
  const format = formatOf(file, lines);
  const raw = readRaw(file, format, lines, problems, options);
  const style = styleOf(raw, format, options);
  const { sentences, invalidTransitions } = understandTags(raw.sentences, style, problems);
  if (sentences.length === 0) {
    const message = `Found no sentences in ${file}, read as ${FORMAT_NAMES[format]}.`;
    problems.add({ line: 0, severity: 'error', kind: 'empty', message });
  } else if (style.scheme !== 'none' && sentences.every(({ spans }) => spans.length === 0)) {
    const message = `There are no entities in this file: every tag is ${style.letters.outside}. Is another column the one with the tags?`;
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
    documents: raw.documents,
  };
}

/** @throws StudioError BadCorpus where what was read is no corpus as a whole: an error is told of no line in particular */
export function requireUsable({ file, problems }: Corpus): void {
  const fault = problems.find(({ line, severity }) => line === 0 && severity === 'error');
  if (fault !== undefined) throw new StudioError('BadCorpus', `${file} cannot be used as a corpus. ${fault.message}`);
}

const FORMAT_NAMES: Record<CorpusFormat, string> = { conll: 'CoNLL columns', jsonl: 'JSON lines', conllu: 'CoNLL-U' };

/** A file named as JSON is JSON, so that its mistakes are listed as such; else the content says. */
function formatOf(file: string, lines: readonly string[]): CorpusFormat {
  if (/\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(lines)) return 'jsonl';
  return looksLikeConllu(lines) ? 'conllu' : 'conll';
}

function readRaw(
  file: string,
  format: CorpusFormat,
  lines: readonly string[],
  problems: ProblemLog,
  options: CorpusOptions,
): RawCorpus {
  switch (format) {
    case 'conll':
      return readConll(file, lines, problems, options.tagColumn);
    case 'conllu':
      return readConllu(file, lines, problems, options.tagColumn);
    case 'jsonl':
      return readJsonLines(lines, problems).corpus;
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

function understandTags(
  raw: readonly RawSentence[],
  style: TagStyle,
  problems: ProblemLog,
): Pick<Corpus, 'sentences' | 'invalidTransitions'> {
  const reader = new TagReader(style);
  let invalidTransitions = 0;
  const sentences = raw.map(({ tokens, tags, lines }): Sentence => {
    const { spans, broken } = reader.read(tags);
    invalidTransitions += broken.length;
    for (const i of broken) {
      problems.add({
        line: lines[Math.min(i, lines.length - 1)]!,
        severity: 'warning',
        kind: 'scheme',
        message: brokenMessage(reader, tags, i),
        excerpt: tokens
          .slice(Math.max(0, i - 1), i + 1)
          .map((token, j) => `${token} ${tags[Math.max(0, i - 1) + j]}`)
          .join(' | '),
      });
    }
    return { tokens, tags, spans, line: lines[0]! };
  });
  return { sentences, invalidTransitions };
}

function brokenMessage(reader: TagReader, tags: readonly string[], i: number): string {
  const { scheme, letters } = reader.style;
  const tag = tags[i];
  if (tag !== undefined && reader.parse(tag) === undefined) {
    return `Found ${tag}, which is no tag of ${scheme} as this file writes it; read as ${letters.outside}.`;
  }
  const before = i === 0 ? 'at the start of a sentence' : `after ${tags[i - 1]}`;
  return tag === undefined
    ? `Found the end of the sentence ${before}, which ${scheme} does not allow; the entity ends there.`
    : `Found ${tag} ${before}, which ${scheme} does not allow; read as conlleval reads it.`;
}
