import fc from 'fast-check';
import { gzipSync, zipSync } from 'fflate';
import { formatCell } from '../../src/lib/csv.ts';
import type { KnownSentence } from './layouts.ts';

/** How the objects of a JSON file are written. */
export interface RecordLayout {
  /** Whether the names of the fields are usual ones, or ones that no list knows. */
  names: 'usual' | 'unknown';
  content: 'tags' | 'null-tags' | 'joined' | 'pairs' | 'ids' | 'tokens-spans' | 'spans' | 'parallel' | 'answer';
  span: 'object' | 'begin-stop' | 'offset-length' | 'list' | 'type-first';
  ends: 'exclusive' | 'inclusive';
  unit: 'code points' | 'UTF-16 units';
  /** Whether spans repeat their text. */
  hasOwnText: boolean;
  hasEmoji: boolean;
  scheme: 'BIO' | 'BIOES';
  further: readonly ('id' | 'meta' | 'score' | 'annotator' | 'empty')[];
  /** `table`: CSV with lists as Python writes them. */
  wrapper: 'lines' | 'list' | 'data' | 'columns' | 'pretty' | 'by-id' | 'table';
  container: 'none' | 'gzip' | 'zip';
}

export const recordLayouts: fc.Arbitrary<RecordLayout> = fc.record({
  names: fc.constantFrom<RecordLayout['names'][]>('usual', 'usual', 'unknown'),
  content: fc.constantFrom<RecordLayout['content'][]>(
    'tags',
    'null-tags',
    'joined',
    'pairs',
    'ids',
    'tokens-spans',
    'spans',
    'spans',
    'parallel',
    'answer',
  ),
  span: fc.constantFrom<RecordLayout['span'][]>('object', 'begin-stop', 'offset-length', 'list', 'type-first'),
  ends: fc.constantFrom<RecordLayout['ends'][]>('exclusive', 'inclusive'),
  unit: fc.constantFrom<RecordLayout['unit'][]>('code points', 'UTF-16 units'),
  hasOwnText: fc.boolean(),
  hasEmoji: fc.boolean(),
  scheme: fc.constantFrom<RecordLayout['scheme'][]>('BIO', 'BIOES'),
  further: fc.uniqueArray(
    fc.constantFrom<RecordLayout['further'][number][]>('id', 'meta', 'score', 'annotator', 'empty'),
    {
      maxLength: 3,
    },
  ),
  wrapper: fc.constantFrom<RecordLayout['wrapper'][]>(
    'lines',
    'lines',
    'list',
    'data',
    'columns',
    'pretty',
    'by-id',
    'table',
  ),
  container: fc.constantFrom<RecordLayout['container'][]>('none', 'none', 'none', 'gzip', 'zip'),
});

const NAMES = {
  usual: {
    text: 'text',
    tokens: 'tokens',
    tags: 'ner_tags',
    spans: 'entities',
    places: 'offsets',
    types: 'labels',
    answer: 'output',
  },
  unknown: {
    text: 'kitba',
    tokens: 'kliem',
    tags: 'marki',
    spans: 'ismijiet',
    places: 'postijiet',
    types: 'tipi',
    answer: 'tweġiba',
  },
} as const;

const FURTHER: Record<RecordLayout['further'][number], (s: number) => unknown> = {
  id: (s) => `doc-${s}`,
  meta: (s) => ({ source: 'town', page: s }),
  score: (s) => s / 100,
  annotator: () => 'Ines',
  empty: () => [],
};

const TYPES = ['PER', 'LOC', 'ORG'];

/** A file with the sentences as objects. */
export function writeRecords(layout: RecordLayout, sentences: readonly KnownSentence[]): File {
  const { wrapper, container } = layout;
  const records = sentences.map((sentence, s) => recordOf(layout, sentence, s));
  const columns = () =>
    Object.fromEntries(Object.keys(records[0]!).map((name) => [name, records.map((record) => record[name])]));
  const text = {
    lines: () => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    list: () => JSON.stringify(records),
    pretty: () => JSON.stringify(records, null, 2),
    data: () => JSON.stringify({ version: '1.0', data: records }),
    columns: () => JSON.stringify(columns()),
    'by-id': () => JSON.stringify(Object.fromEntries(records.map((record, s) => [`doc${s}`, record]))),
    table: () => csvOf(records),
  }[wrapper]();
  const name = wrapper === 'lines' ? 'town.jsonl' : wrapper === 'table' ? 'town.csv' : 'town.json';
  const bytes = new TextEncoder().encode(text);
  if (container === 'gzip') return new File([gzipSync(bytes)], `${name}.gz`);
  return container === 'zip' ? new File([zipSync({ [name]: bytes })], 'town.zip') : new File([bytes], name);
}

function csvOf(records: readonly Record<string, unknown>[]): string {
  const names = Object.keys(records[0]!);
  const rows = records.map((record) => names.map((name) => pythonOf(record[name])));
  return [names, ...rows].map((row) => `${row.map((cell) => formatCell(cell, ',')).join(',')}\n`).join('');
}

/** A value as Python's `str` writes it. */
function pythonOf(value: unknown): string {
  return typeof value === 'string' ? value : repr(value);
}

function repr(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
}

/** The sentence as it is written, with an emoji in front if the layout has them. */
export function written({ hasEmoji }: RecordLayout, { tokens, pos, spans }: KnownSentence): KnownSentence {
  if (!hasEmoji) return { tokens, pos, spans };
  const moved = spans.map(({ start, end, type }) => ({ start: start + 1, end: end + 1, type }));
  return { tokens: ['🦦', ...tokens], pos: ['SYM', ...pos], spans: moved };
}

function recordOf(layout: RecordLayout, sentence: KnownSentence, s: number): Record<string, unknown> {
  const { names, content, further, scheme } = layout;
  const { tokens, spans } = written(layout, sentence);
  const name = NAMES[names];
  const more = Object.fromEntries(further.map((one) => [one, FURTHER[one](s)]));
  const tags = tokens.map((_, t) => tagAt(scheme, spans, t));
  const ids = ['O', ...TYPES.flatMap((type) => ['B', 'I', 'E', 'S'].map((letter) => `${letter}-${type}`))];
  if (content === 'tags') return { ...more, [name.tokens]: tokens, [name.tags]: tags };
  if (content === 'null-tags') {
    return { ...more, [name.tokens]: tokens, [name.tags]: tags.map((tag) => (tag === 'O' ? null : tag)) };
  }
  if (content === 'joined') return { ...more, [name.tokens]: tokens.join(' '), [name.tags]: tags.join(' ') };
  if (content === 'pairs') return { ...more, [name.tokens]: tokens.map((text, t) => ({ text, tag: tags[t]! })) };
  if (content === 'ids') return { ...more, [name.tokens]: tokens, [name.tags]: tags.map((tag) => ids.indexOf(tag)) };
  if (content === 'tokens-spans') {
    return { ...more, [name.tokens]: tokens, [name.spans]: spans.map((span) => spanOf(layout, span, tokens, ' ')) };
  }
  const text = tokens.join(' ');
  const length = (some: readonly string[]) => {
    const before = some.join(' ');
    return layout.unit === 'UTF-16 units' ? before.length : [...before].length;
  };
  const places = spans.map(({ start, end, type }) => {
    const from = start === 0 ? 0 : length(tokens.slice(0, start)) + 1;
    return { start: from, end: length(tokens.slice(0, end)), type, words: tokens.slice(start, end) };
  });
  if (content === 'parallel') {
    const last = layout.ends === 'inclusive' ? 1 : 0;
    const pairs = places.map(({ start, end }) => [start, end - last]);
    return { ...more, [name.text]: text, [name.places]: pairs, [name.types]: places.map(({ type }) => type) };
  }
  if (content === 'answer') {
    const lines = places.map(({ type, words }) => `${type}: ${words.join(' ')}`);
    return { ...more, [name.text]: text, [name.answer]: lines.length === 0 ? 'None' : lines.join('\n') };
  }
  const found = places.map((place) => spanOf(layout, place, place.words, ' '));
  return { ...more, [name.text]: text, [name.spans]: found };
}

function tagAt(scheme: RecordLayout['scheme'], spans: KnownSentence['spans'], t: number): string {
  const span = spans.find(({ start, end }) => start <= t && t < end);
  if (span === undefined) return 'O';
  const [isFirst, isLast] = [span.start === t, span.end === t + 1];
  if (scheme === 'BIO') return `${isFirst ? 'B' : 'I'}-${span.type}`;
  return `${isFirst ? (isLast ? 'S' : 'B') : isLast ? 'E' : 'I'}-${span.type}`;
}

function spanOf(
  { span, ends, hasOwnText }: RecordLayout,
  { start, end, type }: { start: number; end: number; type: string },
  words: readonly string[],
  separator: string,
): unknown {
  const last = ends === 'inclusive' ? end - 1 : end;
  const own = hasOwnText ? { text: words.join(separator) } : {};
  switch (span) {
    case 'object':
      return { start, end: last, label: type, ...own };
    case 'begin-stop':
      return { begin: start, stop: last, tag: type, ...own };
    case 'offset-length':
      return { offset: start, length: end - start, type, ...own };
    case 'list':
      return [start, last, type];
    case 'type-first':
      return [type, start, last];
    default:
      return span satisfies never;
  }
}
