import type { CorpusOptions } from '../../corpus.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import { locateTokens } from '../json/entities.ts';
import { looksLikeJson, readJsonItems } from '../json/items.ts';
import { isStrings, type JsonObject } from '../json/values.ts';
import { RecordReader } from '../json/jsonl.ts';
import { Losses } from '../layout/losses.ts';
import type { RawCorpus, RawSentence } from '../raw-corpus.ts';
import { formOfRecord } from '../reading-form.ts';
import type { RecordContent } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import type { Answer, Unit } from './mrc-answer.ts';
import { answersIn, isPlaces } from './mrc-places.ts';
import { asksForRelation, isPrompted } from './mrc-prompts.ts';
import { type Positions, positionsIn, wordsOf } from './mrc-positions.ts';

/** A sentence. */
interface Context {
  line: number;
  text: string | string[];
  /** By line of the object. */
  answers: { line: number; answer: Answer }[];
}

/** A place of an entity. `unit` if it is known: then its end is inclusive. */
interface MrcSpan {
  line: number;
  start: number;
  end: number;
  type: string;
  unit?: Unit;
}

interface PlacedContext extends Pick<Context, 'line' | 'text'> {
  spans: MrcSpan[];
}

/**
 * Entities as answers to questions (MRC-NER): for each sentence and type a JSON object with the sentence in `context`, the type in
 * `entity_label`, and `span_position`, or `start_position` and `end_position`; the objects of a sentence are joined. Or, before the questions are
 * made, an object per sentence with the places of each type in `label`. Questions of UIE have the sentence in `content`, the type in `prompt`,
 * and the places in `result_list`, in any order.
 */
export const mrc: Format = {
  detect(file, lines) {
    if (!/\.(jsonl|ndjson|json)$/i.test(file) && !looksLikeJson(file, lines)) return undefined;
    const first = readJsonItems(file, lines, new ProblemLog(file)).next();
    const value = first.done === true ? undefined : first.value.value;
    if (value === undefined || contextOf(value) === undefined) return undefined;
    const { entity_label: type, label, span_position: spans, start_position: starts } = value;
    const isOwn =
      isPrompted(value) || (typeof type === 'string' ? [spans, starts].some(Array.isArray) : isPlaces(label));
    return isOwn
      ? { score: SCORES.signature, reason: 'each object has a context and the places of types in it' }
      : undefined;
  },
  read: readContexts,
};

function readContexts({ file, lines, problems }: CorpusSource, options: CorpusOptions): RawCorpus {
  const losses = new Losses('objects');
  const contexts = new Contexts(problems);
  let objects = 0;
  let form: string | undefined;
  for (const { line, value } of readJsonItems(file, lines, problems)) {
    objects++;
    form ??= value && formOfRecord(value);
    const message = value === undefined ? 'It is no JSON object.' : contexts.add(value, line);
    if (message === undefined) continue;
    const problem = losses.add(line, { message: `${message} The object was skipped.` });
    if (value !== undefined)
      problems.add({ line, severity: 'error', kind: 'json', ...problem, excerpt: JSON.stringify(value) });
  }
  const placed = contexts.end();
  const positions = positionsIn(placed, options);
  const { spanEnds, spansFrom: _, ...others } = options;
  // Ends are exclusive in what the reader is given.
  const reader = new RecordReader(
    file,
    problems,
    spanEnds === undefined ? others : { ...others, spanEnds: 'exclusive' },
  );
  const outside = new Losses('spans');
  let spans = 0;
  const sentences = placed.flatMap((context): RawSentence[] => {
    const { line, text } = context;
    const unit = typeof text === 'string' ? positions.unit : 'tokens';
    const length = unit === 'characters' ? [...text].length : wordsOf(context).length;
    const kept: MrcSpan[] = [];
    spans += context.spans.length;
    for (const span of context.spans) {
      const found = withoutLast(span, { ...positions, unit }, length);
      if (typeof found === 'string') {
        const problem = outside.add(span.line, { message: found });
        problems.add({ line: span.line, severity: 'error', kind: 'spans', ...problem, excerpt: String(text) });
      } else kept.push(found);
    }
    const content = contentOf(context, kept, unit);
    return reader.readContent({}, content, line).sentences.map((one) => ({ ...one, document: 0 }));
  });
  reader.end();
  const question =
    positions.question ??
    reader.question ??
    outside.question(spans, options) ??
    (2 * losses.count <= objects ? losses.question(objects, options) : undefined);
  problems.checkReadable(
    losses.count,
    objects,
    `${losses.count} of ${objects} objects have no context with places of a type.${losses.first}`,
  );
  return {
    sentences,
    hasDocuments: false,
    columns: 0,
    tagColumn: 0,
    furtherColumns: [],
    style: standardStyle('BIO'),
    ...(form !== undefined && { form }),
    ...(question && { question }),
  };
}

/** Joins the objects of each sentence: those with its number, and without numbers those that follow each other. */
class Contexts {
  readonly #problems: ProblemLog;
  readonly #contexts: Context[] = [];
  /** By number and text. */
  readonly #numbered = new Map<string, Context>();
  /** Those without numbers, by text. */
  readonly #others = new Map<string, Context>();
  /** Answers that are certainly masks, and those that are none. */
  #masks = 0;
  #places = 0;
  #relations = 0;

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  /** @returns an error message if the object cannot be read */
  add(record: JsonObject, line: number): string | undefined {
    const text = contextOf(record);
    if (text === undefined || String(text).trim() === '')
      return 'It has no context, expected a text or an array of words.';
    const characters = typeof text === 'string' ? [...text].length : 0;
    const answers = answersIn(record, { tokens: wordsOf({ text }).length, characters });
    if (typeof answers === 'string') return answers;
    for (const { places, mask } of answers) {
      if (places === undefined) this.#masks++;
      else if (mask === undefined && places.length > 0) this.#places++;
    }
    if (isPrompted(record) && asksForRelation(record)) this.#relations++;
    const isQuestion = record['entity_label'] !== undefined || isPrompted(record);
    const number = numberOf(record);
    let own = isQuestion ? this.#known(text, number, answers, line) : undefined;
    if (own === undefined) {
      own = { line, text, answers: [] };
      this.#contexts.push(own);
      if (isQuestion) this.#remember(own, number);
    }
    own.answers.push(...answers.map((answer) => ({ line, answer })));
    return undefined;
  }

  /** The sentences in the order in which they first appear. */
  end(): PlacedContext[] {
    const areMasks = this.#masks > this.#places;
    if (this.#relations > 0) {
      const message = `Questions for what is related to an entity (…的…) were left out (${this.#relations}): only entities are read.`;
      this.#problems.add({ line: 0, severity: 'warning', kind: 'json', message });
    }
    return this.#contexts.map(({ line: first, text, answers }) => ({
      line: first,
      text,
      spans: answers.flatMap(({ line, answer: { type, places, mask } }) => {
        const isMask = mask !== undefined && (areMasks || places === undefined);
        const own = isMask ? mask.places : places!;
        return own.map(([start, end]) => ({ line, start, end, type, ...(isMask && { unit: mask.unit }) }));
      }),
    }));
  }

  #remember(context: Context, number: string | undefined): void {
    const text = String(context.text);
    if (number === undefined) this.#others.set(text, context);
    else this.#numbered.set(`${number} ${text}`, context);
  }

  /** The sentence that an object is about, if there is one that has no answers of its types. */
  #known(text: Context['text'], number: string | undefined, answers: readonly Answer[], line: number) {
    const isNew = (context: Context) =>
      !answers.some(({ type }) => context.answers.some(({ answer }) => answer.type === type));
    if (number !== undefined) {
      const context = this.#numbered.get(`${number} ${String(text)}`);
      return context !== undefined && isNew(context) ? context : undefined;
    }
    const context = this.#others.get(String(text));
    if (context === undefined || !isNew(context)) return undefined;
    if (context === this.#contexts.at(-1)) return context;
    const message = `The context of line ${context.line} comes again after others, with another type; it became a sentence of its own. Give the objects of a sentence the same number in qas_id ("12.1", "12.2"), or put them one after the other.`;
    this.#problems.add({ line, severity: 'warning', kind: 'json', message, excerpt: String(text) });
    return undefined;
  }
}

/** `12` of the questions `12.1` and `12.2`; undefined if there is no number of the sentence. Questions of UIE are shuffled. */
function numberOf(record: JsonObject): string | undefined {
  if (isPrompted(record)) return '';
  const { qas_id: id } = record;
  return typeof id === 'string' || typeof id === 'number' ? /^(.+)\.[^.]*$/.exec(String(id))?.[1] : undefined;
}

function contextOf(record: JsonObject): string | string[] | undefined {
  const context = isPrompted(record) ? record.content : record['context'];
  const areWords = isStrings(context) && context.every((word) => word.trim() !== '');
  return typeof context === 'string' || areWords ? context : undefined;
}

/** The span with an exclusive end. An error message if it is not in the context. */
function withoutLast(span: MrcSpan, { unit, ends }: Positions, length: number): MrcSpan | string {
  const end = ends === 'inclusive' || span.unit !== undefined ? span.end + 1 : span.end;
  const place = `The place ${span.start};${span.end} of ${span.type}`;
  if (span.unit !== undefined && span.unit !== unit)
    return `${place} counts ${span.unit}, other places ${unit}; it was skipped.`;
  if (end > length) return `${place} is not in the context, which has ${length} ${unit}; it was skipped.`;
  return span.start < end ? { ...span, end } : `${place} is empty, since its end is not part of it; it was skipped.`;
}

/** The text with its spans as characters, so that those of tokens are checked and reported in the same way. */
function contentOf({ text: written }: PlacedContext, found: readonly MrcSpan[], unit: Unit): RecordContent {
  if (unit === 'characters') {
    const spans = found.map(({ start, end, type }) => ({ start, end, type, unit: 'code points' as const }));
    return { texts: [{ text: String(written), spans }] };
  }
  const words = wordsOf({ text: written });
  const text = words.join(' ');
  const tokens = locateTokens(text, words)!.offsets.map((place, t) => ({ ...place, text: words[t]! }));
  const spans = found.map(({ start, end, type }) => ({
    start: tokens[start]!.start,
    end: tokens[end - 1]!.end,
    type,
    unit: 'UTF-16 units' as const,
  }));
  return { texts: [{ text, spans, sentences: [tokens] }] };
}
