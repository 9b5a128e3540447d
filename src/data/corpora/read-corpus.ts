import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import {
  type Corpus,
  CORPUS_FORMATS,
  type CorpusOptions,
  type Problem,
  type ReadingQuestion,
  type Sentence,
  tagKind,
} from '../corpus.ts';
import { decodeLines, encodingReading } from '../files/decode-text.ts';
import { encodingChoices, type EncodingChoice } from '../files/legacy-encodings.ts';
import { requireWithin } from '../files/limits.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { shownName } from '../files/shown-name.ts';
import { detectStyle } from '../tags/tag-detect.ts';
import { TagReader } from '../tags/tag-spans.ts';
import { isUnknownTag, unknownTags } from '../tags/unknown-tags.ts';
import { alikeTypes, doubtfulTypes } from './doubts/doubtful-types.ts';
import { SCORES } from './formats/format.ts';
import { detectFormat, FORMATS } from './formats/registry.ts';
import { invisibleProblems, lostCharacters } from './doubts/invisible.ts';
import { Losses } from './layout/losses.ts';
import { rejectOtherFormats, rejectPointer } from './doubts/other-formats.ts';
import type { RawSentence } from './raw-corpus.ts';
import { readBareTypes, readSchemeTypes } from './doubts/scheme-types.ts';

const GIVEN_CLASS_FIELD = {
  format: 'classTexts',
  reason: 'the field with the class is given',
  score: SCORES.signature,
} as const;

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
  const encodings = options.encoding === undefined ? encodingChoices(bytes) : [];
  const encoding = options.encoding ?? encodings[0]?.encoding;
  const lines = decodeLines(file, bytes, problems, onBytes, encoding);
  rejectPointer(shownName(file), lines);
  const { format, reason, score } = options.classField === undefined ? detectFormat(file, lines) : GIVEN_CLASS_FIELD;
  if (score < SCORES.signature) rejectOtherFormats(shownName(file), lines);
  const raw = FORMATS[format].read({ file: shownName(file), lines, problems }, options);
  if (raw.style?.scheme === 'BIO' && raw.layout === undefined) readSchemeTypes(raw.sentences, problems);
  const tags = new Set<string>();
  let last: string | undefined; // most tags are the same as the one before
  for (const sentence of raw.sentences) {
    for (const tag of sentence.tags) if (tag !== last) tags.add((last = tag));
  }
  for (const problem of invisibleProblems(raw.sentences, tags)) problems.add(problem);
  const isDamaged = problems.problems.some(({ kind }) => kind === 'encoding'); // its lines are listed
  if (!isDamaged) for (const problem of lostCharacters(raw.sentences)) problems.add(problem);
  const names = unknownTags(tags, options.unknown);
  const style =
    raw.style ??
    detectStyle(
      raw.sentences.map(({ tags }) => tags),
      options.scheme,
      undefined,
      options.unknown,
    );
  const reader = new TagReader(style);
  readBareTypes(raw.sentences, reader, { tags, unknown: names }, problems);
  const isUnknown = (tag: string) => isUnknownTag(tag, names, style, options.unknown);
  const { sentences, invalidTransitions, losses } = readTags(raw.sentences, reader, problems, {
    ...(names.size > 0 && { isUnknown }),
    types: options.types,
  });
  if (sentences.length === 0) {
    const message = `Found no sentences in ${shownName(file)}, read as ${CORPUS_FORMATS[format].title}, because ${reason}.`;
    problems.add({ line: 0, severity: 'error', kind: 'empty', message });
  } else if (tagKind(style) === 'entities' && sentences.every(({ spans }) => spans.length === 0)) {
    const message =
      raw.columns > 0
        ? `Found no entities: every tag is ${style.letters.outside}. Choose another tag column if the tags are in another one.`
        : 'Found no entities: no text is annotated.';
    problems.add({ line: 0, severity: 'warning', kind: 'entities', message });
  }
  const alike = tagKind(style) === 'entities' && options.typesAs === undefined ? alikeTypes(sentences) : undefined;
  if (alike !== undefined) problems.add({ line: 0, severity: 'warning', kind: 'types', message: alike });
  const areEntities = tagKind(style) === 'entities' && options.scheme === undefined && options.typesAs === undefined;
  const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
  const question =
    encodingQuestion(encodings) ??
    raw.question ??
    losses.question(tokens, options) ??
    (areEntities ? doubtfulTypes(sentences, style.scheme) : undefined);
  return {
    file,
    format,
    sentences,
    style,
    invalidTransitions,
    problems: problems.sorted(),
    moreProblems: problems.more,
    ...(problems.lostLines > 0 && { lostLines: problems.lostLines }),
    columns: raw.columns,
    tagColumn: raw.tagColumn,
    documents: raw.hasDocuments ? (raw.sentences.at(-1)?.document ?? -1) + 1 : 0,
    furtherColumns: raw.furtherColumns,
    ...(encoding && { encoding }),
    ...(isDamaged && { guessedEncoding: encodingReading(bytes, undefined) }),
    ...(Object.keys(options).length > 0 && { settings: options }),
    ...(question && { question }),
    ...(raw.form !== undefined && { form: raw.form }),
    ...(raw.layout && { layout: raw.layout, rows: raw.rows }),
  };
}

function encodingQuestion(choices: readonly EncodingChoice[]): ReadingQuestion | undefined {
  if (choices.length === 0) return undefined;
  return {
    what: 'In which encoding is it?',
    reason: 'The file is not UTF-8, and its letters are not usual in Western European languages.',
    options: choices.map(({ encoding, title, sample }) => ({ label: `${title}: “${sample}”`, settings: { encoding } })),
    isAboutWords: true,
  };
}

/** @throws StudioError BadCorpus if there is an error for the file as a whole; without sentences, a question may be the reason */
export function requireReadable({ file, problems, question }: Corpus): void {
  const isSettled = (kind: Problem['kind']) => kind === 'empty' && question !== undefined;
  const error = problems.find(({ line, severity, kind }) => line === 0 && severity === 'error' && !isSettled(kind));
  if (error !== undefined)
    throw new StudioError('BadCorpus', `${shownName(file)} cannot be used as a corpus. ${error.message}`);
}

/** @throws StudioError BadCorpus if there is an error for the file as a whole, or a question */
export function requireUsable(corpus: Corpus): void {
  const { file, question } = corpus;
  requireReadable(corpus);
  if (question !== undefined) throw new StudioError('BadCorpus', `${shownName(file)}: ${describeQuestion(question)}`);
}

/** The question with its reason and choices, in one paragraph. */
export function describeQuestion({ what, reason, options }: ReadingQuestion): string {
  const choices = options.map(({ label }, i) => `(${i + 1}) ${label}`).join(' ');
  return `${reason} ${what}${choices === '' ? '' : ` ${choices}`}`;
}

function readTags(
  raw: readonly RawSentence[],
  reader: TagReader,
  problems: ProblemLog,
  { isUnknown, types }: { isUnknown?: (tag: string) => boolean; types: readonly string[] | undefined },
): Pick<Corpus, 'sentences' | 'invalidTransitions'> & { losses: Losses } {
  const losses = new Losses('tags');
  const { style } = reader;
  let invalidTransitions = 0;
  const sentences = raw.map(({ tokens, tags, lines, document, columns, refused, types: own = types }): Sentence => {
    const unknown = isUnknown === undefined ? [] : tags.flatMap((tag, t) => (isUnknown(tag) ? [t] : []));
    const read =
      unknown.length === 0 ? tags : tags.map((tag, t) => (unknown.includes(t) ? style.letters.outside : tag));
    const { spans, invalid } = reader.read(read);
    invalidTransitions += invalid.length;
    for (const i of invalid) {
      const line = lines[Math.min(i, lines.length - 1)]!;
      const message = invalidTagMessage(reader, tags, i);
      if (tags[i] !== undefined && reader.parse(tags[i]) === undefined) losses.add(line, { message });
      problems.add({
        line,
        severity: 'warning',
        kind: 'scheme',
        message,
        excerpt: tokens
          .slice(Math.max(0, i - 1), i + 1)
          .map((token, j) => `${token} ${tags[Math.max(0, i - 1) + j]}`)
          .join(' | '),
      });
    }
    const isPartial = unknown.length > 0 || (own !== undefined && tagKind(style) === 'entities');
    const sentence: Sentence = { tokens, tags, spans, line: lines[0]!, document };
    if (columns !== undefined) sentence.columns = columns;
    if (isPartial) sentence.unknown = { tokens: unknown, ...(own && { types: own }), ...(refused && { refused }) };
    return sentence;
  });
  return { sentences, invalidTransitions, losses };
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
