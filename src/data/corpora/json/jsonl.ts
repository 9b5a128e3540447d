import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { requireWithin } from '../../files/limits.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import { joined } from '../../../lib/joined.ts';
import { alignSpans, requireAlignable, type SpanProblem } from '../align-spans.ts';
import { DocumentBorders, documentId } from '../document-borders.ts';
import type { LocatedText } from './entities.ts';
import { JsonColumns } from './columns.ts';
import { NullTags } from './null-tags.ts';
import { hasTags, type JsonFields, NAMES_FIELD, tagField, takenFields, tokensOf, TAG_FIELDS } from './fields.ts';
import { readJsonItems } from './items.ts';
import { type JsonOptions, sampled } from './sample.ts';
import { Losses } from '../layout/losses.ts';
import { areTagLists, fromNumerals, type LabelNames, namesQuestion, readLabelNames, readLabels } from './labels.ts';
import { describe, isStrings, type JsonObject } from './values.ts';
import type { RawCorpus, RawSentence } from '../raw-corpus.ts';
import { RecordCounts } from '../records/record-counts.ts';
import { isPartlyDecided, leftOutBecause, NOT_ANNOTATED } from '../records/left-out.ts';
import type { AnnotatedText, RecordContent, TokenSentences } from '../records/record.ts';
import { readRefused } from '../records/refused-spans.ts';
import { readRecord } from '../records/registry.ts';
import { Occurrences, withUnknown } from '../records/occurrences.ts';
import { SpanBorders } from '../records/span-borders.ts';
import { ENDS_QUESTION, spansAsChosen } from '../records/span-ends.ts';
import { spansFromZero } from '../records/span-origin.ts';
import { taggedTokens } from '../tagged-tokens.ts';
import { choicesNotes } from '../texts/chosen-classes.ts';
import { reportQuoted, unreadAnnotations } from '../texts/unread-annotations.ts';
import { tagsOfTokenSpans } from '../records/token-tags.ts';

/** An object of the file. */
export interface SentenceRecord {
  value: JsonObject;
  /** Names of the integer labels in its fields. */
  names: LabelNames;
  /** The field with its tags, if it has tokens with tags. */
  tags?: string;
  /** Empty if the object only has label names, or its labels are not gold. */
  sentences: RawSentence[];
  /** The tokens of all sentences in the text, if the object has a text with spans. */
  located?: LocatedText;
  /** The text that `located` refers to, as written. */
  annotated?: AnnotatedText;
}

/**
 * Reads JSON objects, one per line or all in one array. Each object is one of
 *
 * - a sentence: `tokens` (or `words`), optionally with `ner_tags`, `tags` or `labels`. Integer tags require label names, given by
 *   `{"label_names": ["O", …]}` or `{"label_names": {"ner_tags": ["O", …], …}}` in the same or an earlier object. Other fields with one
 *   value per token are further columns;
 * - a sentence whose `tokens` are objects with `text` and `tag`, as the studio exports predictions;
 * - a text with character spans or tokens with spans, as tools write them (`RECORD_KINDS`). A text is split into sentences of tokens with
 *   BIO tags.
 *
 * A text is a document. Successive sentences with the same `document_id` (or another of `DOCUMENT_FIELDS`) are one too.
 */
export function readJsonLines(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions = {},
): RawCorpus {
  const sentences: RawSentence[] = [];
  const columns = new JsonColumns(options.inputColumns ?? [], TAG_FIELDS, problems);
  const { known, fields, form } = sampled(file, lines, options, problems);
  const reader = new RecordReader(file, problems, known, fields);
  let tokens = 0;
  let areSpans = true;
  let areRefused = false; // beside BIO tags
  for (const { record } of readWith(reader, file, lines, problems, options)) {
    const { value, names, tags } = record;
    for (const sentence of record.sentences) {
      tokens += sentence.tokens.length;
      requireWithin('tokens', tokens, file);
      requireWithin('sentences', sentences.length + 1, file);
      const isTagged = sentence.isFromSpans !== true;
      if (isTagged) columns.read(sentence, value, names, takenFields(fields, tags));
      if (isTagged && sentence.tags.length > 0) areSpans = false;
      if (sentence.refused !== undefined) areRefused = true;
      sentences.push(sentence);
    }
  }
  const furtherColumns = columns.end(sentences);
  return {
    sentences,
    hasDocuments: reader.borders.hasMarks,
    columns: 0,
    tagColumn: 0,
    furtherColumns,
    form,
    ...((areSpans || areRefused) && sentences.length > 0 && { style: standardStyle('BIO') }),
    ...(reader.question && { question: reader.question }),
  };
}

/** Start of an object, 1-based. */
export interface JsonPlace {
  line: number;
  column: number;
  place: 'line' | 'item' | undefined;
}

/** The objects that `readJsonLines` reads, one at a time. Unreadable ones are reported as problems. */
export function* readJsonRecords(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: JsonOptions = {},
): Generator<SentenceRecord & JsonPlace, void> {
  const { known, fields } = sampled(file, lines, options);
  const reader = new RecordReader(file, problems, known, fields);
  for (const { record, place } of readWith(reader, file, lines, problems, known)) yield { ...record, ...place };
}

function* readWith(
  reader: RecordReader,
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: JsonOptions,
): Generator<{ record: SentenceRecord; place: JsonPlace }, void> {
  let [items, what] = [0, 'object'];
  const losses = new Losses('objects');
  for (const place of readJsonItems(file, lines, problems)) {
    const { line, value } = place;
    items++;
    if (place.place === 'line') what = 'line';
    const read = value === undefined ? 'It is no JSON object.' : reader.read(value, line);
    if (typeof read === 'string') {
      const message = `${read} The object was skipped.`;
      losses.add(line, { message });
      if (value !== undefined)
        problems.add({ line, severity: 'error', kind: 'json', message, excerpt: JSON.stringify(value) });
      continue;
    }
    yield { record: read, place };
  }
  reader.end();
  if (2 * losses.count <= items) reader.question ??= losses.question(items, options); // beyond, an error
  problems.checkReadable(
    losses.count,
    items,
    `Read as JSON, there is no sentence in ${losses.count} of ${items} ${what}${items === 1 ? '' : 's'}. Expected objects with tokens and tags, or with a text and spans: one on each line, or all in one array.${losses.first}`,
  );
}

/** Reads one object after the other. Label names apply to all later objects. */
export class RecordReader {
  /** Numbers the documents of the file. */
  readonly borders = new DocumentBorders();
  /** What the objects so far leave open. */
  question: ReadingQuestion | undefined;
  #names: LabelNames = new Map();
  readonly #file: string;
  readonly #problems: ProblemLog;
  readonly #options: JsonOptions;
  readonly #fields: JsonFields;
  readonly #tagFields: readonly string[];
  readonly #counts = new RecordCounts();
  readonly #borders = new SpanBorders();
  readonly occurrences = new Occurrences();
  readonly #nulls = new NullTags();

  constructor(file: string, problems: ProblemLog, options: JsonOptions = {}, fields: JsonFields = {}) {
    this.#file = file;
    this.#fields = fields;
    this.question = fields.question;
    this.#problems = problems;
    this.#options = options;
    this.#tagFields = fields.tags === undefined ? TAG_FIELDS : [...TAG_FIELDS, fields.tags];
    if (options.labelNames !== undefined)
      this.#names = new Map(this.#tagFields.map((name) => [name, options.labelNames!]));
  }

  /** Returns an error message if the object cannot be read. */
  read(value: JsonObject, line: number): SentenceRecord | string {
    this.#counts.objects++;
    const tagged = taggedTokens(value);
    if (tagged !== undefined) {
      const tags = this.#nulls.read(tagged.tags, line, this.#options) as string[];
      if (tagged.others.length > 0)
        this.#counts.note({ sentences: [] }, [`tags in ${tagged.name} and in ${tagged.others.join(', ')}: the first were read`]); // prettier-ignore
      if (tagged.several) this.#counts.note({ sentences: [] }, ['tokens with several tags: the first were read']);
      return this.#ofSentences(value, [this.#sentence(value, { tokens: tagged.tokens, tags }, line)]);
    }
    const isTagged = hasTags(value, this.#fields, this.#options.listFields);
    const content = isTagged ? undefined : readRecord(value, this.#options);
    if (typeof content === 'string') return content;
    this.#counts.texts.add(line, content);
    if (content !== undefined) return this.#readContent(value, content, line);
    const sentence = this.#readSentence(value, line);
    return typeof sentence === 'string' ? sentence : this.#ofSentences(value, sentence === undefined ? [] : [sentence]);
  }

  /** Reads a text or tokens of another format. @param value the object that stands for them, with the id of the document */
  readContent(value: JsonObject, content: RecordContent, line: number): SentenceRecord {
    this.#counts.objects++;
    return this.#readContent(value, content, line);
  }

  #readContent(value: JsonObject, content: RecordContent, line: number): SentenceRecord {
    this.#counts.note(content, choicesNotes(value));
    if (this.#options.scheme === undefined && content.question !== undefined) this.question ??= content.question;
    return 'texts' in content ? this.#readTexts(value, content.texts, line) : this.#readTokens(value, content, line);
  }

  /** Reports what was left out, and the choices that were made, in all objects. */
  end(): void {
    this.#counts.report(this.#problems);
    this.#borders.report(this.#problems);
    this.occurrences.report(this.#problems, this.#options.occurrences);
    this.#nulls.report(this.#problems, this.#options);
    this.question ??=
      this.occurrences.question(this.#options) ??
      this.#borders.question(this.#options) ??
      this.#nulls.question(this.#options);
  }

  #ofSentences(value: JsonObject, sentences: RawSentence[]): SentenceRecord {
    const reason = sentences.length > 0 ? leftOutBecause(value, undefined, true) : undefined;
    if (reason !== undefined) this.#counts.leaveOut(reason);
    const tags = tagField(value, this.#fields);
    return {
      value,
      names: this.#names,
      sentences: reason === undefined ? sentences : [],
      ...(tags !== undefined && { tags }),
    };
  }

  #readTexts(value: JsonObject, texts: readonly AnnotatedText[], line: number): SentenceRecord {
    const id = documentId(value);
    if (id === undefined) this.borders.mark(); // one object, one document
    const read = texts.map((annotated) => this.#readText(value, annotated, line, id));
    const [first] = read;
    return read.length === 1
      ? first!
      : { value, names: this.#names, sentences: read.flatMap(({ sentences }) => sentences) };
  }

  #readText(value: JsonObject, annotated: AnnotatedText, line: number, id: string | undefined): SentenceRecord {
    const { text, spans, sentences: given } = annotated;
    const names = this.#names;
    const reason = leftOutBecause(value, spans?.length);
    const isPartial = reason === 'open' && isPartlyDecided(value);
    if (reason !== undefined && !isPartial) {
      this.#counts.leaveOut(reason);
      if (reason === NOT_ANNOTATED) {
        const message = 'The text has no annotation, or only cancelled ones; it was skipped. Annotate it first.';
        this.#problems.add({ line, severity: 'warning', kind: 'spans', message, excerpt: JSON.stringify(text) });
      }
      return { value, names, annotated, sentences: [] };
    }
    requireAlignable(this.#file, text, spans);
    const report = this.#reportIn(line, annotated.quoted !== undefined);
    if (annotated.quoted !== undefined) reportQuoted(text, annotated.quoted, report);
    this.occurrences.add(line, annotated.quoted, spans);
    const written = spansAsChosen(spans ?? [], this.#options);
    const sentences = alignSpans(text, written, report, given, (span) => this.#borders.add(line, text, span, given));
    const document = this.borders.ofSentence(id);
    return {
      value,
      names,
      annotated,
      sentences: sentences.map(({ tokens, tags }) => ({
        tokens,
        tags: isPartial || annotated.quoted !== undefined ? withUnknown(tags, isPartial) : tags,
        lines: [line],
        document,
        isFromSpans: true,
        ...(isPartial && readRefused(value, tokens, { line, problems: this.#problems })),
      })),
      located: { text, offsets: joined(sentences.map(({ offsets }) => offsets)) },
    };
  }

  #readTokens(value: JsonObject, content: TokenSentences, line: number): SentenceRecord {
    const { sentences } = spansFromZero(content, this.#options);
    const ends = this.#options.spanEnds;
    const report = this.#reportIn(line);
    if (sentences.length > 1 && documentId(value) === undefined) this.borders.mark();
    const read = sentences.map(({ tokens, tags = [], spans, types }): RawSentence => {
      if (spans !== undefined && spans.length > 0 && ends === undefined) this.question ??= ENDS_QUESTION;
      const own = spans === undefined ? tags : tagsOfTokenSpans(tokens, spans, ends ?? 'exclusive', report);
      const sentence = this.#sentence(value, { tokens, tags: own }, line);
      return { ...sentence, ...(spans && { isFromSpans: true }), ...(types && { types }) };
    });
    return this.#ofSentences(value, read);
  }

  /**
   * Reports a problem of a span, and counts it if the span is lost.
   *
   * @param isQuoted whether the span was looked for by its text: then, one that overlaps another is lost, too
   */
  #reportIn(line: number, isQuoted = false): (problem: SpanProblem) => void {
    return ({ isLoss, ...problem }) => {
      if (isLoss || isQuoted) this.#borders.losses.add(line, problem);
      this.#problems.add({ line, kind: 'spans', ...problem });
    };
  }

  /** Returns undefined if the object only has label names, an error message if it cannot be read. */
  #readSentence(record: JsonObject, line: number): RawSentence | string | undefined {
    const names = record[NAMES_FIELD];
    if (names !== undefined) {
      const read = readLabelNames(NAMES_FIELD, names, this.#tagFields);
      if (typeof read === 'string') return read;
      if (this.#options.labelNames === undefined) this.#names = read;
    }
    const tokens = tokensOf(record, this.#fields);
    if (tokens === undefined) {
      return names === undefined
        ? (unreadAnnotations([record]) ??
            'Found neither tokens or words nor a text with spans, expected an array of strings in tokens.')
        : undefined;
    }
    if (!isStrings(tokens)) return `The tokens are ${describe(tokens)}, expected an array of strings.`;
    if (this.#fields.areTexts) return 'The tokens are whole texts, expected words.';
    const field = tagField(record, this.#fields);
    if (field === undefined) this.#counts.unread.add(record);
    const tags =
      field === undefined
        ? []
        : this.#readTags(field, this.#nulls.read(record[field], line, this.#options), tokens.length);
    if (typeof tags === 'string') return tags;
    return this.#sentence(record, { tokens, tags }, line);
  }

  #sentence(record: JsonObject, { tokens, tags }: { tokens: string[]; tags: string[] }, line: number): RawSentence {
    const document = this.borders.ofSentence(documentId(record));
    const refused = readRefused(record, tokens, { line, problems: this.#problems });
    return { tokens, tags, lines: [line], document, ...refused };
  }

  /** Numbers without names are read as they are, with a question. */
  #readTags(field: string, value: unknown, length: number): string[] | string {
    const names = this.#names.get(field);
    const numbers = this.#fields.haveNames ? value : fromNumerals(value);
    const lists = areTagLists(value) ? value : undefined;
    if (lists?.some((of) => of.length > 1))
      this.#counts.note({ sentences: [] }, ['tokens with several tags: the first were read']);
    const tags = readLabels(field, lists?.map(([tag = 'O']) => tag) ?? numbers, length, names);
    if (typeof tags === 'string' || names !== undefined || length === 0 || lists || isStrings(numbers)) return tags;
    const question = namesQuestion(field, numbers as readonly number[], this.question);
    if (typeof question === 'string') return question;
    this.question = question;
    return tags;
  }
}
