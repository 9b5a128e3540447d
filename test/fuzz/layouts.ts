import fc from 'fast-check';
import { gzipSync, zipSync } from 'fflate';
import { formatCell } from '../../src/lib/csv.ts';
import type { Span, TagScheme, TagStyle } from '../../src/data/corpus.ts';
import { tagsOfSpans } from '../../src/data/tags/tag-spans.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';

/** A sentence with what its columns may hold. */
export interface KnownSentence {
  tokens: string[];
  pos: string[];
  spans: Span[];
}

/** `word/POS/TYPE`, with `+` before the further words of an entity. */
const TEXT = `Ada/NNP/PER Brandt/NNP/+PER moved/VBD to/IN Lund/NNP/LOC ./.
The/DT Harbour/NNP/ORG Trust/NNP/+ORG bought/VBD 12/CD boats/NNS ./.
Nobody/NN saw/VBD Ines/NNP/PER Okafor/NNP/+PER ,/, who/WP left/VBD early/RB ./.
It/PRP rained/VBD in/IN Port/NNP/LOC Avel/NNP/+LOC and/CC in/IN Lund/NNP/LOC ./.
Okafor/NNP/PER "/" joined/VBD "/" Delta/NNP/ORG Works/NNP/+ORG ./.
Prices/NNS fell/VBD by/IN 3.5/CD %/NN ;/: nobody/NN cared/VBD ./.
Brandt/NNP/PER called/VBD the/DT Trust/NNP/ORG 's/POS lawyers/NNS ./.
In/IN 1987/CD ,/, Avel/NNP/LOC voted/VBD against/IN it/PRP ./.
They/PRP sang/VBD ./.
Delta/NNP/ORG sued/VBD Lund/NNP/LOC (/( again/RB )/) ./.
A/DT ship/NN called/VBN Ines/NNP sank/VBD near/IN Avel/NNP/LOC ./.
Who/WP is/VBZ Tomas/NNP/PER Rehn/NNP/+PER ?/.`;

export const KNOWN: readonly KnownSentence[] = TEXT.split('\n').map((line) => {
  const sentence: KnownSentence = { tokens: [], pos: [], spans: [] };
  for (const [t, item] of line.split(' ').entries()) {
    const [token, pos, type] = item.split(/\/(?=.)/) as [string, string, string | undefined];
    sentence.tokens.push(token);
    sentence.pos.push(pos);
    if (type?.startsWith('+')) sentence.spans.at(-1)!.end = t + 1;
    else if (type !== undefined) sentence.spans.push({ start: t, end: t + 1, type });
  }
  return sentence;
});

const TAGGED = ['token', 'tag'] as const;
const FURTHER = [
  'index',
  'globalIndex',
  'zeroIndex',
  'sentence',
  'pos',
  'lemma',
  'probability',
  'constant',
  'layer',
  'prediction',
] as const;
/** `type` is beside the tag, which is then only a letter. */
type Kind = (typeof TAGGED)[number] | (typeof FURTHER)[number] | 'type';

/** Header names of the columns: usual ones, and ones that no list knows. */
const HEADERS: Record<'usual' | 'unknown', Record<Kind, string>> = {
  usual: {
    token: 'word',
    tag: 'tag',
    index: 'id',
    globalIndex: 'Unnamed: 0',
    zeroIndex: 'idx',
    sentence: 'Sentence #',
    pos: 'POS',
    lemma: 'lemma',
    probability: 'score',
    constant: 'lang',
    type: 'type',
    layer: 'nested',
    prediction: 'predicted',
  },
  unknown: {
    token: 'kelma',
    tag: 'marka',
    index: 'numru',
    globalIndex: 'ringiela',
    zeroIndex: 'post',
    sentence: 'sentenza',
    pos: 'klassi',
    lemma: 'gherq',
    probability: 'fiducja',
    constant: 'ilsien',
    type: 'tip',
    layer: 'saff',
    prediction: 'tbassir',
  },
};

export interface Layout {
  kinds: Kind[];
  separator: '\t' | ' ' | ',' | ';' | '|' | '^' | '~' | '||' | '\u001F';
  /** `numbers`: the numbers of the columns, as pandas writes without names. */
  header: 'usual' | 'unknown' | 'numbers' | undefined;
  scheme: Exclude<TagScheme, 'none'>;
  isBare: boolean;
  outside: string;
  /**
   * How a tag is written: as it is, `<B-PER>`, the same but for the tag for outside, letter and type in two columns, or brackets around
   * entities: `(PER*`, `*)`.
   */
  form: 'plain' | 'angles' | 'plainOutside' | 'split' | 'brackets';
  /** Separates word and tag where a line is a sentence, without other columns. */
  items: '/' | '_' | '|' | '#' | '::' | undefined;
  typeSeparator: string;
  typeFirst: boolean;
  newline: string;
  isWide: boolean;
  /** Whether cells with quotes are quoted also between tabs. */
  isQuoted: boolean;
  container: 'none' | 'gzip' | 'zip';
  mark: 'none' | 'bom' | 'utf-16le';
  hasComments: boolean;
  hasBlankLines: boolean;
  seed: number;
}

export const layouts: fc.Arbitrary<Layout> = fc
  .record({
    further: fc.uniqueArray(fc.constantFrom(...FURTHER), { maxLength: 4 }),
    order: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }),
    separator: fc.constantFrom<Layout['separator'][]>(
      '\t',
      '\t',
      ' ',
      ' ',
      ',',
      ',',
      ';',
      ';',
      '|',
      '^',
      '~',
      '||',
      '\u001F',
    ),
    header: fc.constantFrom<Layout['header'][]>('usual', 'unknown', 'numbers', undefined, undefined),
    scheme: fc.constantFrom<Layout['scheme'][]>('BIO', 'IOB1', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO'),
    isBare: fc.boolean(),
    outside: fc.constantFrom('O', 'O', 'O', '0', '_', '-', 'OTHER', 'Outside', 'none', 'nitt', ''),
    form: fc.constantFrom<Layout['form'][]>(
      'plain',
      'plain',
      'plain',
      'plain',
      'plain',
      'angles',
      'plainOutside',
      'split',
      'brackets',
    ),
    items: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      { arbitrary: fc.constantFrom<NonNullable<Layout['items']>[]>('/', '_', '|', '#', '::'), weight: 1 },
    ),
    typeSeparator: fc.constantFrom('-', '-', '_', ':', '.'),
    typeFirst: fc.boolean(),
    newline: fc.constantFrom('\n', '\r\n', '\n', '\r\n', '\r\r\n'),
    isWide: fc.boolean(),
    isQuoted: fc.boolean(),
    container: fc.constantFrom<Layout['container'][]>('none', 'none', 'none', 'gzip', 'zip'),
    mark: fc.constantFrom<Layout['mark'][]>('none', 'none', 'bom', 'utf-16le'),
    hasComments: fc.boolean(),
    hasBlankLines: fc.boolean(),
    seed: fc.nat(1000),
  })
  .map(({ further, order, ...layout }) => {
    const kinds: Kind[] = [...TAGGED, ...further]
      .map((kind, i) => ({ kind, key: order[i]! }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ kind }) => kind);
    if (layout.form === 'split') kinds.splice(kinds.indexOf('tag') + 1, 0, 'type');
    // Cells may be empty only between tabs; without blank lines, a column of sentence numbers must tell where sentences end.
    const outside = layout.outside === '' && layout.separator === ' ' ? 'O' : layout.outside;
    // `0 1` may be the numbers of columns, or the token 1 outside.
    const header = layout.header === 'numbers' && outside === '0' ? 'usual' : layout.header;
    return { ...layout, kinds, outside, header, hasBlankLines: layout.hasBlankLines || !kinds.includes('sentence') };
  });

/** The corpus in a layout. */
export function writeLayout(layout: Layout, sentences: readonly KnownSentence[]): Uint8Array<ArrayBuffer> {
  const { kinds, separator, header, hasComments, hasBlankLines, isWide } = layout;
  const join = (cells: readonly string[]) =>
    separator === ' '
      ? cells.join(isWide ? '   ' : ' ')
      : cells
          .map((cell) =>
            separator === ',' || separator === ';' || layout.isQuoted ? formatCell(cell, separator) : cell,
          )
          .join(separator);
  const lines: string[] = [];
  if (layout.items !== undefined) return encoded(layout, runningLines(layout, layout.items, sentences));
  if (header !== undefined)
    lines.push(
      join(
        kinds.map((kind, c) =>
          header === 'numbers' ? String(c) : HEADERS[header][kind].replaceAll(' ', separator === ' ' ? '_' : ' '),
        ),
      ),
    );
  let total = 0;
  for (const [s, { tokens, pos, spans }] of sentences.entries()) {
    if (hasComments && hasBlankLines && header === undefined)
      lines.push(`# sentence number ${s + 1} of the file, and so on`);
    const write = (some: readonly Span[]) => writtenTags(layout, some, tokens.length);
    const tags = write(spans);
    // Fewer entities, within others; and those that a model finds, which misses some.
    const layer = write(
      spans.filter(({ start, end }) => end - start > 1).map((span) => ({ ...span, end: span.start + 1 })),
    );
    const predicted = write(spans.filter((_, i) => (s + i + layout.seed) % 4 > 0));
    for (const [t, token] of tokens.entries()) {
      total++;
      const values: Record<Kind, string> = {
        token,
        tag: tags[t]!,
        type: spans.find(({ start, end }) => start <= t && t < end)?.type ?? layout.outside,
        index: String(t + 1),
        zeroIndex: String(t),
        globalIndex: String(total - 1),
        sentence: String(s + 1),
        pos: pos[t]!,
        lemma: token.toLowerCase(),
        probability: (0.5 + ((total * 37 + layout.seed) % 50) / 100).toFixed(3),
        constant: 'en',
        layer: layer[t]!,
        prediction: predicted[t]!,
      };
      lines.push(join(kinds.map((kind) => values[kind])));
    }
    if (hasBlankLines) lines.push('');
  }
  return encoded(layout, lines);
}

/** `Ada/B-PER moved/O` */
function runningLines(layout: Layout, separator: string, sentences: readonly KnownSentence[]): string[] {
  const plain = { ...layout, form: 'plain', outside: 'O', typeSeparator: '-', isBare: false } as const;
  return sentences.map(({ tokens, spans }) => {
    const tags = writtenTags(plain, spans, tokens.length);
    return tokens.map((token, t) => token + separator + tags[t]!).join(' ');
  });
}

function encoded(layout: Layout, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((line) => line + layout.newline).join('');
  if (layout.mark !== 'utf-16le') return new TextEncoder().encode(layout.mark === 'bom' ? `\uFEFF${text}` : text);
  return new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0)).buffer);
}

function writtenTags(layout: Layout, spans: readonly Span[], length: number): string[] {
  const { scheme, isBare, outside, form, typeSeparator: separator, typeFirst } = layout;
  if (form === 'brackets') return brackets(spans, length);
  const standard = standardStyle(scheme);
  const letters = { ...standard.letters, outside };
  const style: TagStyle =
    scheme === 'IO' && isBare && form !== 'split'
      ? { scheme, separator: '', typeFirst: false, letters: { begin: '', inside: '', end: '', single: '', outside } }
      : { ...standard, separator, typeFirst, letters };
  const tags = tagsOfSpans(style, spans, length);
  if (form === 'split') return tags.map((tag) => (tag === outside ? outside : letterOf(tag, style)));
  if (form !== 'angles' && form !== 'plainOutside') return tags;
  return tags.map((tag) => (tag === '' || (form === 'plainOutside' && tag === outside) ? tag : `<${tag}>`));
}

function letterOf(tag: string, { typeFirst, separator }: TagStyle): string {
  return typeFirst ? tag.slice(tag.lastIndexOf(separator) + 1) : tag.slice(0, tag.indexOf(separator));
}

/** `(PER*`, `*`, `*)`, as in OntoNotes. */
function brackets(spans: readonly Span[], length: number): string[] {
  return Array.from({ length }, (_, t) => {
    const begun = spans.find(({ start }) => start === t);
    const isEnd = spans.some(({ end }) => end === t + 1);
    return `${begun === undefined ? '' : `(${begun.type}`}*${isEnd ? ')' : ''}`;
  });
}

/** A file with the corpus, perhaps compressed. */
export function writeFile(layout: Layout, sentences: readonly KnownSentence[]): File {
  const bytes = writeLayout(layout, sentences);
  switch (layout.container) {
    case 'none':
      return new File([bytes], 'town.txt');
    case 'gzip':
      return new File([gzipSync(bytes)], 'town.txt.gz');
    case 'zip':
      return new File([zipSync({ 'town.txt': bytes })], 'town.zip');
    default:
      return layout.container satisfies never;
  }
}
