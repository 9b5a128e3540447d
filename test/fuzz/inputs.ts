import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { gzipSync, strToU8, zipSync, type Zippable } from 'fflate';
import { packVectors } from '../../scripts/embeddings/pack.ts';

/** A file for a reader. */
export interface Input {
  name: string;
  bytes: Uint8Array;
}

/** The fuzzed inputs: files of each kind, written by generators, and then damaged. */
export type Kind = 'columns' | 'JSON' | 'text' | 'vectors' | 'packed vectors' | 'zip' | 'model' | 'noise';

const WORDS = [
  'Mira',
  'Oslo',
  'left',
  'the',
  '.',
  ',',
  '"',
  '#',
  '-DOCSTART-',
  'é',
  '東京',
  '🙂',
  '\uFEFF',
  '\u00A0',
  '',
];
const TAGS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'S-ORG', 'E-ORG', 'NNP', '_', '1', '0.5', 'B-', 'o'];
const NUMBERS = ['0.25', '-1e-3', '.5', '3', '0,5', '0x1p-3', 'NaN', 'Infinity', '-inf', '1e999', ''];

const word = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...WORDS) },
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const newline = fc.constantFrom('\n', '\r\n', '\r');

const columns = fc
  .record({
    separator: fc.constantFrom(' ', '\t', ',', ';'),
    newline,
    header: fc.constantFrom('', 'word,tag', 'id,text', 'Sentence #,Word,Tag', 'token,ner_tags'),
    rows: fc.array(fc.tuple(word, fc.array(fc.constantFrom(...TAGS), { maxLength: 3 }), fc.nat(6)), { maxLength: 40 }),
  })
  .map(({ separator, newline: end, header, rows }) => {
    const lines = rows.map(([token, tags, n]) => (n === 0 ? '' : [token, ...tags].join(separator)));
    return [header.replaceAll(',', separator), ...lines].join(end);
  });

const span = fc.oneof(
  fc.tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: -2, max: 30 }), fc.constantFrom('PER', '', 3)),
  fc.record({ start: fc.nat(30), end: fc.nat(30), label: fc.constantFrom('PER', 'LOC') }),
);
const record = fc.oneof(
  fc.record({ tokens: fc.array(word), ner_tags: fc.array(fc.constantFrom(...TAGS, 0, 1)) }),
  fc
    .tuple(fc.array(word, { maxLength: 6 }), fc.option(fc.jsonValue()))
    .map(([tokens, value]) => ({ tokens, ner_tags: tokens.map(() => 'B-PER'), pos_tags: value ?? tokens })),
  fc.record({ text: fc.array(word).map((words) => words.join(' ')), label: fc.array(span, { maxLength: 4 }) }),
  fc.record({ data: fc.record({ text: word }), annotations: fc.array(fc.record({ result: fc.array(fc.anything()) })) }),
  fc.object(),
  fc.jsonValue(),
);
const json = fc
  .tuple(fc.array(record, { maxLength: 8 }), fc.constantFrom<'lines' | 'array' | 'pretty'>('lines', 'array', 'pretty'))
  .map(([records, form]) => {
    const text = (value: unknown, indent?: number) =>
      JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item), indent) ?? 'null';
    return form === 'lines'
      ? records.map((one) => text(one)).join('\n')
      : text(records, form === 'pretty' ? 2 : undefined);
  });

const text = fc.array(fc.oneof(word, newline), { maxLength: 80 }).map((words) => words.join(' '));

const vectors = fc
  .array(fc.tuple(word, fc.array(fc.constantFrom(...NUMBERS), { maxLength: 7 })), { maxLength: 25 })
  .map((rows) => rows.map(([token, numbers]) => [token, ...numbers].join(' ')).join('\n'));

const packedVectors = fc.integer({ min: 1, max: 30 }).map((count) =>
  packVectors(
    Array.from({ length: count }, (_, i) => `word${i}`),
    Array.from({ length: count }, (_, i) => Float32Array.of(i, 0.5, -1, 2, 3)),
  ),
);

const MODEL = new Uint8Array(readFileSync(new URL('../fixtures/model.zip', import.meta.url)));

const named = (extensions: readonly string[], content: fc.Arbitrary<string | Uint8Array>): fc.Arbitrary<Input> =>
  fc
    .tuple(fc.constantFrom(...extensions), content, fc.constantFrom(false, false, false, true))
    .map(([extension, written, isCompressed]) => {
      const bytes = typeof written === 'string' ? strToU8(written) : written;
      return { name: `a.${extension}`, bytes: isCompressed && extension === 'vec' ? gzipSync(bytes) : bytes };
    });

const zipped = fc
  .array(
    fc.tuple(
      fc.constantFrom('a.conll', 'x/b.jsonl', 'c.txt', 'glove.vec', '../d.csv', 'e.zip', 'config.json'),
      columns,
    ),
    {
      maxLength: 5,
    },
  )
  .map((files) => zipSync(Object.fromEntries(files.map(([name, content]) => [name, strToU8(content)])) as Zippable));

const WELL_FORMED: Record<Kind, fc.Arbitrary<Input>> = {
  columns: named(['conll', 'tsv', 'csv', 'train', 'conllu', 'txt'], columns),
  JSON: named(['jsonl', 'json', 'txt'], json),
  text: named(['txt', 'conll', 'md'], text),
  vectors: named(['vec', 'txt'], vectors),
  'packed vectors': named(['zip'], packedVectors),
  zip: named(['zip'], zipped),
  model: named(['zip'], fc.constant(MODEL)),
  noise: named(['conll', 'zip', 'gz', 'json', 'txt'], fc.uint8Array({ maxLength: 300 })),
};

export const KINDS = Object.keys(WELL_FORMED) as Kind[];

/** Damages the bytes of a file. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), value: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), value: fc.nat(64) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), value: fc.nat(255) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), value: fc.nat(400) }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat(), value: fc.constant(0) }),
);

function damaged(bytes: Uint8Array, { kind, at, value }: { kind: string; at: number; value: number }): Uint8Array {
  const place = at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (kind) {
    case 'flip': {
      const copy = bytes.slice();
      if (place < copy.length) copy[place]! ^= value;
      return copy;
    }
    case 'cut':
      return Uint8Array.from([...before, ...after.subarray(value)]);
    case 'insert':
      return Uint8Array.from([...before, value, ...after]);
    case 'repeat':
      return Uint8Array.from([...before, ...after.subarray(0, value), ...after]);
    default:
      return before;
  }
}

/** Files of a kind, most of them damaged in up to three places. */
export function inputsOf(kind: Kind): fc.Arbitrary<Input> {
  return fc
    .tuple(WELL_FORMED[kind], fc.array(damage, { maxLength: 3 }))
    .map(([{ name, bytes }, damages]) => ({ name, bytes: damages.reduce(damaged, bytes) }));
}

/** The undamaged model. */
export const model = MODEL;
