import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import { crc32 } from '../../lib/crc32.ts';
import { forEachInSlices } from '../../lib/event-loop.ts';
import type { LogEntry } from './history.ts';
import { isWhole, packSentences, unpackSentences, type PackedSentences } from './packed-sentences.ts';
import { isRuleKind } from '../rules/kinds.ts';
import { STATES, type Action, type AnnotatedSentence, type NewSentence, type SourceRecord } from './set.ts';
import { canMerge, canSplit } from './divide.ts';

/** An entry, or why a stored value is none. */
export type ReadEntry = { entry: LogEntry; problem?: undefined } | { entry?: undefined; problem: string };

/**
 * Reads a stored entry of a log. Everything is checked that code behind it relies on, and the checksum, if there is one: a changed value
 * may be as valid as the written one.
 */
export async function readLogEntry(value: unknown): Promise<ReadEntry> {
  if (!isRecord(value)) return { problem: 'no entry' };
  const { sum, ...stored } = value;
  const read = await readContents(stored);
  const isChanged = read.problem === undefined && 'sum' in value && sum !== sumOf(stored);
  return isChanged ? { problem: 'changed since it was written' } : read;
}

async function readContents(stored: Record<string, unknown>): Promise<ReadEntry> {
  if (typeof stored['at'] !== 'number' || !Number.isFinite(stored['at'])) return { problem: 'no time' };
  const { kind, action } = stored;
  if (kind === 'undo' || kind === 'redo') return { entry: stored as unknown as LogEntry };
  if (kind !== 'do' || !isRecord(action)) return { problem: 'neither an action nor undo or redo' };
  if (action['kind'] !== 'packed-import') {
    const problem = problemOfAction(action);
    return problem === undefined ? { entry: stored as unknown as LogEntry } : { problem };
  }
  const packed = packedOf(action['packed']);
  if (packed === undefined) return { problem: 'sentences that are not complete' };
  const sentences: NewSentence[] = [];
  let problem: string | undefined;
  await forEachInSlices(unpackSentences(packed), (sentence) => {
    problem ??= problemOfSentence(sentence);
    sentences.push(sentence);
  });
  if (problem !== undefined) return { problem };
  const records = recordsOf(action['records']);
  if (records === undefined) return { problem: 'records that are not complete' };
  const imported = { kind: 'import' as const, sentences, ...(records.length > 0 && { records }) };
  return { entry: { kind: 'do', at: stored['at'], action: imported } };
}

/** The stored form of an entry, with a checksum. Sentences are packed: otherwise they would block the page's thread. */
export function packLogEntry(entry: LogEntry): unknown {
  const stored = entry.kind === 'do' && entry.action.kind === 'import' ? packed(entry, entry.action) : entry;
  return { ...stored, sum: sumOf(stored) };
}

const packed = (entry: LogEntry, { sentences, records = [] }: Extract<Action, { kind: 'import' }>) => ({
  ...entry,
  action: {
    kind: 'packed-import',
    packed: packSentences(sentences),
    ...(records.length > 0 && { records: JSON.stringify(records) }), // one text is fast to copy
  },
});

/** The records of a stored import; undefined if they are damaged. */
function recordsOf(stored: unknown): SourceRecord[] | undefined {
  if (stored === undefined) return [];
  try {
    const records: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    return Array.isArray(records) && records.every(isSourceRecord) ? records : undefined;
  } catch {
    return undefined;
  }
}

function isSourceRecord(record: unknown): record is SourceRecord {
  if (!isRecord(record) || !isRecord(record['value'])) return false;
  const { file, document, kind, id, textFields } = record;
  const isNamed = typeof file === 'string' && typeof id === 'string' && (kind === 'table' || kind === 'json');
  return isNamed && isIndex(document) && Array.isArray(textFields) && textFields.every(isName);
}

/** CRC-32 of a value as JSON, in which numbers of a typed array are their own CRC-32. The browser's database keeps the order of keys. */
function sumOf(stored: object): number {
  const text = JSON.stringify(stored, (_, value: unknown) =>
    value instanceof Uint32Array ? crc32(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) : value,
  );
  return crc32(new TextEncoder().encode(text));
}

/** Whether a stored value, possibly damaged, says that it merges or splits sentences. */
export function isDivision(stored: unknown): boolean {
  const kind = actionKind(stored);
  return kind === 'merge' || kind === 'split';
}

const actionKind = (stored: unknown) =>
  isRecord(stored) && isRecord(stored['action']) ? stored['action']['kind'] : undefined;

/** Whether a stored value, possibly damaged, says that it neither adds nor removes sentences. */
export function keepsSentences(stored: unknown): boolean {
  const action = actionKind(stored);
  return action === 'edit' || action === 'types' || action === 'describe' || action === 'rules';
}

const NO_SENTENCE = { tokens: [], spans: [] };

/** Why an action does not fit a set, though it is valid by itself; undefined if it fits. */
export function misfit(
  { sentences }: { sentences: readonly Pick<AnnotatedSentence, 'text' | 'tokens' | 'spans' | 'source'>[] },
  action: Action,
): string | undefined {
  if (action.kind === 'merge' && !canMerge(sentences, action.id)) return `sentence ${action.id + 1} cannot be merged`;
  if (action.kind === 'split' && !canSplit(sentences[action.id] ?? NO_SENTENCE, action.at))
    return `sentence ${action.id + 1} cannot be split there`;
  if (action.kind !== 'edit') return undefined;
  for (const { id, spans, refused = [], offsets } of action.edits) {
    const sentence = sentences[id];
    if (sentence === undefined) continue; // another page may have undone its import
    const { length } = offsets ?? sentence.tokens;
    const marked = spans ?? (offsets === undefined ? [] : sentence.spans);
    if ([...marked, ...refused].some(({ end }) => end > length)) return `a span outside sentence ${id + 1}`;
    if (offsets?.some(({ end }) => end > sentence.text.length)) return `a token outside sentence ${id + 1}`;
  }
  return undefined;
}

function problemOfAction(action: Record<string, unknown>): string | undefined {
  switch (action['kind']) {
    case 'import':
      if (recordsOf(action['records']) === undefined) return 'records that are not complete';
      return eachOf(action['sentences'], 'sentences', problemOfSentence);
    case 'edit':
      return eachOf(action['edits'], 'edits', problemOfEdit);
    case 'merge':
      return isIndex(action['id']) ? undefined : 'a merge of no sentence';
    case 'split':
      return isIndex(action['id']) && isIndex(action['at']) ? undefined : 'a split of no sentence';
    case 'types':
      return problemOfTypes(action);
    case 'describe':
      return [action['name'], action['guidelines']].every(isOptionalText) ? undefined : 'a name that is not text';
    case 'rules':
      return eachOf(action['rules'], 'rules', problemOfRule);
    default:
      return typeof action['kind'] === 'string'
        ? `the unknown action “${action['kind'].slice(0, 40)}”: a newer version of this page may have written it`
        : 'an action of no kind';
  }
}

function problemOfTypes({ types, renamed = {} }: Record<string, unknown>): string | undefined {
  const names = new Set<unknown>();
  const problem = eachOf(types, 'types', (type) => {
    if (!isRecord(type) || !isName(type['name']) || names.has(type['name'])) return 'a type without a name of its own';
    names.add(type['name']);
    const { colour, key } = type;
    if (!isIndex(colour)) return 'a type without a colour';
    return key === undefined || (typeof key === 'string' && /^[1-9]$/.test(key)) ? undefined : 'a key that is no digit';
  });
  const isRenaming = isRecord(renamed) && Object.values(renamed).every(isName);
  return problem ?? (isRenaming ? undefined : 'new names that are not text');
}

/** Why a stored value is no rule; undefined if it is one, though perhaps one that matches nothing (`ruleProblem`). */
export function problemOfRule(rule: unknown): string | undefined {
  if (!isRecord(rule) || !isRuleKind(rule['kind'])) return 'a rule of no known kind';
  const texts = [rule['type'], rule['value'], rule['before'], rule['after']];
  if (!texts.every((text) => typeof text === 'string') || !isOptionalText(rule['name']))
    return 'a rule without its texts';
  return undefined;
}

function problemOfEdit(edit: unknown): string | undefined {
  if (!isRecord(edit) || !isIndex(edit['id'])) return 'an edit of no sentence';
  const { spans = [], refused = [], state = 'open', offsets = [], over = [], isAdopted = false } = edit;
  if (!isState(state)) return 'an unknown state of a sentence';
  if (!Array.isArray(over) || !over.every(isName) || typeof isAdopted !== 'boolean') return 'a reference to no edit';
  const refusedProblem = eachOf(refused, 'refused', (span) => (isSpan(span) ? undefined : NO_SPAN));
  return problemOfSpans(spans) ?? refusedProblem ?? (isInOrder(offsets) ? undefined : 'tokens that overlap');
}

/** Why a value is no sentence of a set; undefined if it is one. */
export function problemOfSentence(sentence: unknown): string | undefined {
  if (!isRecord(sentence)) return 'no sentence';
  const { text, tokens, offsets, spans, state, source, predicted = [], refused = [] } = sentence;
  if (typeof text !== 'string' || !isState(state)) return 'a sentence without text or state';
  if (!Array.isArray(tokens) || !isInOrder(offsets) || offsets.length !== tokens.length)
    return 'tokens without their places';
  if (offsets.some(({ start, end }, i) => text.slice(start, end) !== tokens[i]))
    return 'tokens that are not in the text';
  if (!isSource(source)) return 'a sentence without a source';
  const isInside = (span: unknown) => isSpan(span) && span.end <= tokens.length;
  const problem = problemOfSpans(spans);
  if (problem !== undefined) return problem;
  if (!(spans as unknown[]).every(isInside)) return 'a span outside its sentence';
  const isPredicted = (span: unknown) =>
    isInside(span) && isProbability((span as Record<string, unknown>)['probability']);
  if (!Array.isArray(refused) || !refused.every(isInside)) return 'a refused span outside its sentence';
  return Array.isArray(predicted) && predicted.every(isPredicted) ? undefined : 'a prediction outside its sentence';
}

function isSource(source: unknown): boolean {
  if (!isRecord(source) || typeof source['file'] !== 'string') return false;
  const { line, document, field = 0, start = 0 } = source;
  return [line, document, field, start].every(isIndex);
}

const NO_SPAN = 'a span without tokens or type';

function problemOfSpans(spans: unknown): string | undefined {
  if (!Array.isArray(spans) || !spans.every(isSpan)) return NO_SPAN;
  return isInOrder(spans) ? undefined : 'spans that overlap';
}

/** The first problem of an item, with its place. */
function eachOf(items: unknown, name: string, problemOf: (item: unknown) => string | undefined): string | undefined {
  if (!Array.isArray(items)) return `no ${name}`;
  for (const [i, item] of items.entries()) {
    const problem = problemOf(item);
    if (problem !== undefined) return `${problem} (${name} ${i + 1})`;
  }
  return undefined;
}

function packedOf(packed: unknown): PackedSentences | undefined {
  if (!isRecord(packed)) return undefined;
  const { text, names, numbers, predicted } = packed;
  const hasParts =
    typeof text === 'string' &&
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string') &&
    numbers instanceof Uint32Array &&
    (predicted === undefined || predicted instanceof Uint32Array);
  return hasParts && isWhole(packed as unknown as PackedSentences) ? (packed as unknown as PackedSentences) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isName = (value: unknown) => typeof value === 'string' && value !== '';
const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string';
const isState = (value: unknown) => STATES.some((state) => state === value);
const isProbability = (value: unknown) =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= 1);

function isRange(value: unknown): value is TokenOffsets {
  return isRecord(value) && isIndex(value['start']) && isIndex(value['end']) && value['start'] < value['end'];
}

function isSpan(value: unknown): value is TokenOffsets & { type: string } {
  return isRange(value) && isName((value as unknown as Record<string, unknown>)['type']);
}

function isInOrder(ranges: unknown): ranges is TokenOffsets[] {
  if (!Array.isArray(ranges)) return false;
  return ranges.every(
    (one: unknown, i) => isRange(one) && (i === 0 || (ranges[i - 1] as TokenOffsets).end <= one.start),
  );
}
