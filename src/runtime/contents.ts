/** The place of the first value that is of the wrong kind, such as `.style.letters`; undefined if there is none. */
type Check = (value: unknown) => string | undefined;

/**
 * Checks that the JSON files of a model have what is read of them, of the right kinds. Valid JSON may still say anything. The studio checks
 * more (src/export/bundle-format.ts), with a package.
 *
 * @returns such as `config.json has a wrong config.hidden`; undefined if nothing is wrong
 */
export function wrongContents(config: unknown, vocabulary: unknown): string | undefined {
  for (const [name, check, value] of [
    ['config.json', CONFIG, config],
    ['vocabulary.json', VOCABULARY, vocabulary],
  ] as const) {
    const wrong = check(value);
    if (wrong !== undefined) return `${name} has a wrong ${wrong.slice(1) || 'content'}`;
  }
  const { words, unlinked = [] } = vocabulary as { words: unknown[]; unlinked?: number[] };
  return unlinked.some((row) => row >= words.length) ? 'vocabulary.json has a wrong unlinked' : undefined;
}

const kind =
  (isOfKind: (value: unknown) => boolean): Check =>
  (value) =>
    isOfKind(value) ? undefined : '';

const text = kind((value) => typeof value === 'string');
const flag = kind((value) => typeof value === 'boolean');
const number = kind(Number.isFinite);
const whole = (least: number) => kind((value) => Number.isSafeInteger(value) && (value as number) >= least);
const share = kind((value) => typeof value === 'number' && value >= 0 && value <= 1);
const oneOf = (...choices: readonly unknown[]) => kind((value) => choices.includes(value));

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((one) => item(one) === undefined) ? undefined : '';

const map =
  (item: Check): Check =>
  (value) =>
    isObject(value) ? list(item)(Object.values(value)) : '';

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isObject(value)) return '';
    for (const [name, check] of Object.entries(checks)) {
      const wrong = check(value[name]);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };

const scale = fields({ slope: number, shift: number });

const CONFIG = fields({
  config: fields({
    scheme: oneOf('BIO', 'BIOES'),
    constraints: flag,
    wordDim: whole(1),
    charDim: whole(1),
    charFeatures: whole(1),
    hidden: whole(1),
    layers: whole(1),
    // Models of version 1 may lack these.
    listDim: optional(whole(1)),
    columnDim: optional(whole(1)),
    consistency: optional(kind((value) => Number.isFinite(value) && (value as number) >= 0)),
  }),
  style: fields({
    scheme: oneOf('IOB1', 'BIO', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO', 'none', 'text'),
    letters: fields({ begin: text, inside: text, end: text, single: text, outside: text }),
    separator: text,
    typeFirst: flag,
  }),
  confidence: optional(
    fields({
      calibration: optional(fields({ all: scale, byType: map(scale) })),
      threshold: optional(share),
    }),
  ),
  vectors: optional(fields({ words: whole(1), dimensions: whole(1) })),
  checksums: fields({ 'vocabulary.json': number, 'model.safetensors': number, 'vectors.bin': optional(number) }),
});

const VOCABULARY = fields({
  options: fields({ lowercase: flag, digitsToZero: flag, maxFormLength: whole(1), hashedWords: optional(flag) }),
  words: list(text),
  frequencies: list(number),
  characters: list(text),
  tags: list(text),
  unlinked: optional(list(whole(0))),
  features: optional(
    fields({
      lists: optional(list(fields({ name: text, names: list(text), longest: whole(0) }))),
      columns: optional(list(fields({ name: text, values: list(text) }))),
      indicators: optional(list(text)),
    }),
  ),
});
