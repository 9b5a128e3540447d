import fc from 'fast-check';
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
const FURTHER = ['index', 'globalIndex', 'zeroIndex', 'sentence', 'pos', 'lemma', 'probability', 'constant'] as const;
type Kind = (typeof TAGGED)[number] | (typeof FURTHER)[number];

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
  },
};

export interface Layout {
  kinds: Kind[];
  separator: '\t' | ' ' | ',' | ';';
  header: 'usual' | 'unknown' | undefined;
  scheme: Exclude<TagScheme, 'none'>;
  isBare: boolean;
  outside: string;
  typeSeparator: string;
  typeFirst: boolean;
  newline: string;
  isWide: boolean;
  mark: 'none' | 'bom' | 'utf-16le';
  hasComments: boolean;
  hasBlankLines: boolean;
  seed: number;
}

export const layouts: fc.Arbitrary<Layout> = fc
  .record({
    further: fc.uniqueArray(fc.constantFrom(...FURTHER), { maxLength: 4 }),
    order: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }),
    separator: fc.constantFrom<Layout['separator']>('\t', ' ', ',', ';'),
    header: fc.constantFrom<Layout['header'][]>('usual', 'unknown', undefined, undefined),
    scheme: fc.constantFrom<Layout['scheme'][]>('BIO', 'IOB1', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO'),
    isBare: fc.boolean(),
    outside: fc.constantFrom('O', 'O', 'O', '0', '_', '-', 'OTHER', 'Outside', 'none', 'nitt', ''),
    typeSeparator: fc.constantFrom('-', '-', '_', ':', '.'),
    typeFirst: fc.boolean(),
    newline: fc.constantFrom('\n', '\r\n'),
    isWide: fc.boolean(),
    mark: fc.constantFrom<Layout['mark'][]>('none', 'none', 'bom', 'utf-16le'),
    hasComments: fc.boolean(),
    hasBlankLines: fc.boolean(),
    seed: fc.nat(1000),
  })
  .map(({ further, order, ...layout }) => {
    const kinds = [...TAGGED, ...further]
      .map((kind, i) => ({ kind, key: order[i]! }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ kind }) => kind);
    // Cells may be empty only between tabs; without blank lines, a column of sentence numbers must tell where sentences end.
    const outside = layout.outside === '' && layout.separator === ' ' ? 'O' : layout.outside;
    return { ...layout, kinds, outside, hasBlankLines: layout.hasBlankLines || !kinds.includes('sentence') };
  });

/** The corpus in a layout. */
export function writeLayout(layout: Layout, sentences: readonly KnownSentence[]): Uint8Array {
  const { kinds, separator, header, newline, hasComments, hasBlankLines, isWide } = layout;
  const join = (cells: readonly string[]) =>
    separator === ' '
      ? cells.join(isWide ? '   ' : ' ')
      : cells.map((cell) => (separator === '\t' ? cell : formatCell(cell, separator))).join(separator);
  const lines: string[] = [];
  if (header !== undefined)
    lines.push(join(kinds.map((kind) => HEADERS[header][kind].replaceAll(' ', separator === ' ' ? '_' : ' '))));
  let total = 0;
  for (const [s, { tokens, pos, spans }] of sentences.entries()) {
    if (hasComments && hasBlankLines && header === undefined)
      lines.push(`# sentence number ${s + 1} of the file, and so on`);
    const tags = writtenTags(layout, spans, tokens.length);
    for (const [t, token] of tokens.entries()) {
      total++;
      const values: Record<Kind, string> = {
        token,
        tag: tags[t]!,
        index: String(t + 1),
        zeroIndex: String(t),
        globalIndex: String(total - 1),
        sentence: String(s + 1),
        pos: pos[t]!,
        lemma: token.toLowerCase(),
        probability: (0.5 + ((total * 37 + layout.seed) % 50) / 100).toFixed(3),
        constant: 'en',
      };
      lines.push(join(kinds.map((kind) => values[kind])));
    }
    if (hasBlankLines) lines.push('');
  }
  const text = lines.map((line) => line + newline).join('');
  if (layout.mark !== 'utf-16le') return new TextEncoder().encode(layout.mark === 'bom' ? `\uFEFF${text}` : text);
  return new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0)).buffer);
}

function writtenTags(layout: Layout, spans: readonly Span[], length: number): string[] {
  const { scheme, isBare, outside, typeSeparator: separator, typeFirst } = layout;
  const standard = standardStyle(scheme);
  const letters = { ...standard.letters, outside };
  const style: TagStyle =
    scheme === 'IO' && isBare
      ? { scheme, separator: '', typeFirst: false, letters: { begin: '', inside: '', end: '', single: '', outside } }
      : { ...standard, separator, typeFirst, letters };
  return tagsOfSpans(style, spans, length);
}
