import { describe, expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { describeReading } from '../describe-reading.ts';
import { inferLayout } from './infer.ts';

const ROWS: [string, string, string][][] = [
  [
    ['Ada', 'NNP', 'B-PER'],
    ['Brandt', 'NNP', 'I-PER'],
    ['moved', 'VBD', 'O'],
    ['.', '.', 'O'],
  ],
  [
    ['The', 'DT', 'O'],
    ['Harbour', 'NNP', 'B-ORG'],
    ['Trust', 'NNP', 'I-ORG'],
    ['fell', 'VBD', 'O'],
    ['.', '.', 'O'],
  ],
  [
    ['Lund', 'NNP', 'B-LOC'],
    [',', ',', 'O'],
    ['it', 'PRP', 'O'],
    ['rained', 'VBD', 'O'],
    ['.', '.', 'O'],
  ],
];

/** The rows as lines, each made by `line`. */
function written(line: (row: [string, string, string], t: number, s: number) => string, between = '\n'): string {
  return ROWS.map((sentence, s) => sentence.map((row, t) => `${line(row, t, s)}\n`).join('')).join(between);
}

/** The tag of a token as OntoNotes writes it. */
function brackets(tag: string, t: number, s: number): string {
  const goesOn = ROWS[s]![t + 1]?.[2].startsWith('I') === true;
  if (tag.startsWith('B')) return `(${tag.slice(2)}${goesOn ? '*' : ')'}`;
  return tag === 'O' || goesOn ? '*' : '*)';
}

const TOKENS = ROWS.map((sentence) => sentence.map(([token]) => token).join(' '));
const SPANS = [
  [{ start: 0, end: 2, type: 'PER' }],
  [{ start: 1, end: 3, type: 'ORG' }],
  [{ start: 0, end: 1, type: 'LOC' }],
];

describe('is read as it is', () => {
  test.each<[string, string]>([
    ['an index from 0', written(([w, p, t], i) => `${i}\t${w}\t${p}\t${t}`)],
    ['tag, part of speech, word', written(([w, p, t]) => `${t} ${p} ${w}`)],
    ['numbers of sentences without blank lines', written(([w, , t], _, s) => `${s},${JSON.stringify(w)},${t}`, '')],
    ['an index that begins again without blank lines', written(([w, , t], i) => `${i + 1}\t${w}\t${t}`, '')],
    ['0 as outside', written(([w, , t]) => `${w} ${t === 'O' ? '0' : t}`)],
    ['an empty cell as outside', written(([w, , t]) => `${w}\t${t === 'O' ? '' : t}`)],
    ['a word of another language as outside', written(([w, , t]) => `${w}\t${t === 'O' ? 'ingenting alls' : t}`)],
    ['types without letters', written(([w, , t]) => `${w}\t${t === 'O' ? '_' : t.slice(2)}`)],
    ['tags in brackets', written(([w, , t]) => `${w} <${t}>`)],
    ['letters and types in two columns', written(([w, , t]) => `${w}\t${t[0]}\t${t.slice(2) || '-'}`)],
    ['probabilities', written(([w, , t], i) => `${w} ${t} 0.${91 + i}`)],
    ['constants after the tags', written(([w, , t]) => `${w} ${t} - -`)],
    ['a header in another language', `lang,kelma,marka\n${written(([w, , t]) => `en,${JSON.stringify(w)},${t}`)}`],
    ['numbers of columns as a header', `0,1\n${written(([w, , t]) => `${JSON.stringify(w)},${t}`)}`],
    ['letters as a header', `A\tB\n${written(([w, , t]) => `${w}\t${t}`)}`],
    ['quotes as in CSV, between tabs', `word\ttag\tnote\n${written(([w, , t]) => `${w}\t${t}\t"a ""b"" c"`)}`],
    [
      'comments like texts before tokens whose first column is mostly empty',
      written(
        ([w, , t], i) =>
          `${i === 0 ? '# a long comment of seven words here\n' : ''}${t === 'B-LOC' ? 'x' : ''}\t${w}\t${t === 'O' ? '' : t}`,
      ),
    ],
    ["pandas' index", `Unnamed: 0;Word;Tag\n${written(([w, , t], i, s) => `${10 * s + i};${w};${t}`)}`],
    ['B-0 as outside', written(([w, , t]) => `${w} ${t === 'O' ? 'B-0' : t}`)],
    [
      'a header in a script without cases',
      `وسم\tكلمة\n${written(([w, , t]) => `${t === 'O' ? t : t.slice(2)}\t${w}`)}`,
    ],
    [
      'missing numbers of sentences as NaN',
      `Sentence #,Word,Tag\n${written(([w, , t], i, s) => `${i === 0 ? `Sentence: ${s}` : 'NaN'},${JSON.stringify(w)},${t}`, '')}`,
    ],
    ['a tag of each layer in one cell', written(([w, , t]) => `${w}\t${t}|${t === 'O' ? 'O' : 'B-X'}`)],
    ['a tag of each layer behind a slash', written(([w, , t]) => `${w}\t${t}/${t === 'O' ? 'O' : 'B-X'}`)],
    ['a tag of each layer behind a hash', written(([w, , t]) => `${w}\t${t}#${t === 'O' ? 'O' : 'B-X'}`)],
    ['vertical bars', written(([w, , t]) => `${w}|${t}`)],
    ['comments with tabs (KLUE)', written(([w, , t], i, s) => `${i === 0 ? `## doc-${s}\t<a:PS> b\n` : ''}${w}\t${t}`)],
    ['multiword tokens (UNER)', written(([w, , t], i) => `${i === 0 ? '1-2\tab\t_\t_\n' : ''}${i + 1}\t${w}\t${t}\t-`)],
    ['constants beside an index (UNER)', written(([w, , t], i) => `${i + 1}\t${w}\t${t}\t-`)],
    ['a token that begins sentences', `<s> O\n${written(([w, , t]) => `${w} ${t}`, '<s> O\n')}`],
    ['a token for the end of a line', written(([w, , t]) => `${w} ${t}`, '\\n O\n')],
    [
      'parts of speech named like classes',
      `classe,foo,palavra\n${written(([w, p, t]) => `${JSON.stringify(p)},${t},${JSON.stringify(w)}`)}`,
    ],
    ['a table in Markdown', `| word | tag |\n| :--- | ---: |\n${written(([w, , t]) => `| ${w} | ${t} |`)}`],
    ['a token that ends sentences', written(([w, , t]) => `${w} ${t}`, '<EOS> O\n')],
    ['a word that ends sentences', `${written(([w, , t]) => `${w}\t${t}`, 'EOS\tO\n')}EOS\tO\n`],
    ['a line that ends sentences', `${written(([w, , t]) => `${w}\t${t}`, 'EOS\n')}EOS\n`],
    ['a line of stars that ends sentences', `${written(([w, p, t]) => `${w} ${p} ${t}`, '***\n')}***\n`],
    ['a line of dashes that ends sentences', `${written(([w, , t]) => `${w}\t${t}`, '-----\n')}-----\n`],
    ['another token that ends sentences', written(([w, , t]) => `${w} ${t}`, '_S_B_ O\n')],
    [
      'columns of varying number (CoNLL-2012)',
      written(([w, p, t], i, s) =>
        [
          'f',
          0,
          i,
          w,
          p,
          '*',
          '-',
          '-',
          '-',
          'a',
          brackets(t, i, s),
          ...Array.from({ length: s }, () => '*'),
          '-',
        ].join(' '),
      ),
    ],
    ['mixed tabs and spaces', written(([w, p, t], i) => (i % 2 === 0 ? `${w}\t${p}\t${t}` : `${w} ${p}  ${t}`))],
    [
      'words and tags in lines',
      written(([w, , t]) => `${w}/${t} `)
        .replaceAll(/ \n(?!\n)/g, ' ')
        .replaceAll('\n', '\n'),
    ],
  ])('%s', (_, text) => {
    const { sentences, question } = readText(text);
    expect(question).toBeUndefined();
    expect(sentences.map(({ tokens, spans }) => ({ tokens: tokens.join(' '), spans }))).toEqual(
      TOKENS.map((tokens, s) => ({ tokens, spans: SPANS[s] })),
    );
  });

  test('brackets of OntoNotes: the entities, not the syntax', () => {
    const text =
      '#begin document (a); part 000\na 0 0 Ada NNP (TOP(NP* (PER* (1\na 0 1 Brandt NNP *) *) 1)\na 0 2 moved VBD (VP*)) * -\n';
    const corpus = readText(text.repeat(2));
    expect(tagsOf(corpus)).toEqual(['B-PER I-PER O', 'B-PER I-PER O']);
    expect(corpus.documents).toBe(2);
  });

  test('HIPE: sentences end where a mark says so', () => {
    const text =
      'TOKEN\tNE-COARSE-LIT\tNE-FINE-LIT\tMISC\n# hipe2022:document_id = a\nAda\tB-pers\tB-pers.ind\t_\n.\tO\tO\tEndOfSentence\nLund\tB-loc\tB-loc.town\tNoSpaceAfter\n.\tO\tO\tEndOfSentence\n';
    expect(tokensOf(readText(text))).toEqual(['Ada .', 'Lund .']);
    expect(tagsOf(readText(text))).toEqual(['B-pers O', 'B-loc O']);
  });
});

describe('asks', () => {
  test.each<[string, string, RegExp]>([
    [
      'which of two columns is predicted',
      written(([w, , t]) => `${w} ${t} ${t}`),
      /Which column has the tags to learn, 2 or 3/,
    ],
    [
      'which layer, if one has types without letters',
      written(([w, , t]) => `${w}\t${t === 'O' ? '_' : t.slice(2)}\t${t === 'O' ? 'O' : 'B-X'}`).repeat(4),
      /Which column has the tags to learn, 2 or 3/,
    ],
    [
      'what a scheme without separators means',
      written(([w, , t]) => `${w} ${t.replace('-', '')}`).repeat(4),
      /types of their own, or letters of a scheme/,
    ],
    ['what numbers mean', written(([w, , t]) => `${w} ${t === 'O' ? 0 : 1}`), /What do the numbers/],
    [
      'whether to go on without many lines',
      `${written(([w, p, t]) => `${w} ${p} ${t}`)}a b\n`,
      /Use the file without these lines/,
    ],
  ])('%s', (_, text, what) => {
    const { question } = readText(text);
    expect(question?.what).toMatch(what);
    for (const { settings } of question!.options) expect(readText(text, settings).question).toBeUndefined();
  });

  test('what is marked as predicted is never taken as annotated', () => {
    const marked = `#predicted-by-tagsmith:column-3 O O\n${written(([w, , t]) => `${w} ${t} O`)}`;
    expect(readText(marked)).toMatchObject({ tagColumn: 1 });
    const only = `#predicted-by-tagsmith:column-2 O\n${written(([w, , t]) => `${w} ${t}`)}`;
    expect(readText(only).question?.options[0]?.settings).toEqual({ tagColumn: 1 });
  });
});

test.each([
  ['a header above three tokens', 'kelma\tmarka\nMira\tB-PER\nleft\tO\n.\tO\n'],
  ['parts of speech, tag, word', 'NNP\tB-PER\tMira\nVBD\tO\tleft\n.\tO\t.\n'],
  ['joined tags', 'Mira\tB-PER|B-MISC\nleft\tO\n.\tO\n'],
])('one short sentence: %s', (_, text) => {
  expect(readText(text).sentences).toMatchObject([
    { tokens: ['Mira', 'left', '.'], spans: [{ start: 0, end: 1, type: 'PER' }] },
  ]);
});

test('a table with a single text has no tokens', () => {
  expect(() => readText('id,created_at,text,lang\n1,2020-01-01,"It rained, she said",en\n')).toThrow(
    /has a text in each row \(column 3\)/,
  );
});

test('offsets without words are refused', () => {
  const text =
    'File,Line,Begin Offset,End Offset,Type\na.txt,0,0,4,PER\na.txt,0,9,14,LOC\na.txt,1,0,6,PER\na.txt,2,4,9,LOC\na.txt,2,11,19,LOC\n';
  expect(() => readText(text, {}, 'spans.csv')).toThrow(/offsets of spans .* but not the words/);
});

test('given parts override what is inferred', () => {
  const lines = written(([w, p, t]) => `${w} ${p} ${t}`).split('\n');
  expect(inferLayout(lines, { tokenColumn: 1 }).layout).toMatchObject({ tokenColumn: 1, tagColumn: 2 });
  expect(inferLayout(lines, { columnsAs: [undefined, 'ignore'] }).layout.roles).toEqual(['token', 'ignore', 'tag']);
});

test('describes what was read with stable keys', () => {
  expect(describeReading(readText(written(([w, p, t]) => `${w} ${p} ${t}`)))).toMatchObject({
    format: 'conll',
    sentences: 3,
    tokens: 14,
    documents: 0,
    entities: { PER: 1, ORG: 1, LOC: 1 },
    columns: [{ role: 'token' }, { role: 'feature' }, { role: 'tag' }],
    scheme: 'BIO',
    outside: 'O',
    problems: [],
  });
});

test('the columns of a question are described by the tags in which they differ', () => {
  const rows = ROWS.flat().map(([token, , tag]) => [token, tag, token === 'Lund' ? 'B-ORG' : tag].join('\t'));
  const { question } = inferLayout(rows);
  expect(question?.options.map(({ label }) => label)).toEqual([
    'column 2: B-ORG (1), B-LOC (1), B-PER (1) …',
    'column 3: B-ORG (2), B-PER (1), I-PER (1) …',
  ]);
});

describe('lines of one word each have one column', () => {
  const lines = (line: (i: number) => string) => Array.from({ length: 40 }, (_, i) => `${line(i)}\n`).join('');
  test.each([
    ['addresses of pages', lines((i) => `https://example.com/page${i}`)],
    ['of two schemes', lines((i) => `http${i % 2 ? 's' : ''}://example.com/page${i}`)],
    ['with a query', lines((i) => `https://${'ab'[i % 2]}.example.com/?page=${i}`)],
    ['addresses of people', lines((i) => `user${i}@example${i % 4}.com`)],
    ['names with &', lines((i) => `${'ABCD'[i % 4]}&${i}`)],
    ['a part that is always the same', lines((i) => `word${i}^x`)],
    ['the same few words', lines((i) => `${'ab'[i % 2]}^${'xy'[i % 2]}`)],
  ])('%s', (_, text) => {
    const { columns } = inferLayout(text.trimEnd().split('\n')).layout;
    expect(columns).toBe(1);
  });

  test('but labels are in a column of their own', () => {
    expect(
      tagsOf(readText(lines((i) => `w${'abcdefghij'[i % 10]}${'abcd'[i % 4]}^${['x', 'place', 'x', 'x'][i % 4]}`)))[0],
    ).toMatch(/^x place x/);
  });
});

test.each([
  ['O', '[B-PER]', '[I-PER]'],
  ['nitt', '<B-PER>', '<I-PER>'],
])('tags in brackets beside %s without them', (outside, begin, inside) => {
  const text = `Ada ${begin}\nByrne ${inside}\nran ${outside}\nfar ${outside}\n. ${outside}\n\n`.repeat(3);
  const { sentences, question, style } = readText(text);
  expect(question).toBeUndefined();
  expect([style.scheme, sentences[0]!.spans]).toEqual(['BIO', [{ start: 0, end: 2, type: 'PER' }]]);
});

test('values in brackets that are no tags stay as they are', () => {
  const read = (values: string[]) => readText(`Ada ${values[0]}\nran ${values[1]}\n. ${values[2]}\n\n`.repeat(4));
  expect(read(['<b>', '-', '-']).sentences[0]!.tags).toEqual(['<b>', '-', '-']);
  expect(read(['(12)', '-', '(3)']).sentences[0]!.spans).toEqual([]);
});

describe('lists and tables that may not be the words of sentences are a question', () => {
  const names = 'oak chair table lamp desk shelf sofa bed mirror carpet curtain pillow plate bowl cup fork spoon pan pot jug'.split(' '); // prettier-ignore
  test.each([
    ['a list of names', names.map((name, i) => `${name}${i % 2 ? ' stand' : ''}\t${'PLO'[i % 3]}ER`), 'Has each line a token with its label?'], // prettier-ignore
    ['a dictionary', names.map((name, i) => `${name}\t${names[19 - i]}`), 'Has each line a token with its label?'],
    ['a few capitals of countries', ['France\tParis', 'Spain\tMadrid', 'Norway\tOslo', 'Italy\tRome'], 'Has each line a token with its label?'], // prettier-ignore
    ['headers of HTTP', ['Content-Type: text/html', 'Server: nginx', 'Connection: close'], 'Has each line a token with its label?'], // prettier-ignore
    ['code', ['import os', 'import sys', 'import re'], 'Has each line a token with its label?'],
    ['speakers', ['<ben> hello', '<ann> hi', '<ben> ok', '<ann> fine'], 'Has each line a token with its label?'],
    ['a few names with types', ['Berlin\tLOC', 'Siemens\tORG', 'Merkel\tPER'], 'Has each line a token with its label?'],
    ['keys of music', ['Ode\tB-flat', 'Aria\tB-minor'], 'Are the letters in column 2 those of a scheme?'],
    ['a few types', ['Ada\tPER', 'left\tO', 'Oslo\tLOC'], 'Does O in column 2 mean "outside an entity"?'],
    [
      'results',
      names.map((_, i) => `${'ABCD'[i % 4]}ville,${'WDL'[i % 3]}`),
      'What do the letters in column 2 stand for?',
    ],
    ['letters beside a few gaps', [...names.map(() => 'a|b'), '1|', '2|'], 'What do the letters in column 2 stand for?'], // prettier-ignore
    ['capital letters beside gaps', names.map((name, i) => `${name}\t${'BIB '[i % 4]}`), 'What do the letters in column 2 stand for?'], // prettier-ignore
  ])('%s', (_, lines, what) => {
    const { question } = readText(`${lines.join('\n')}\n`, {}, 'a.txt');
    expect(question?.what).toBe(what);
    const { settings } = question!.options.findLast((option) => option.settings.isNames === undefined)!;
    expect(readText(`${lines.join('\n')}\n`, settings, 'a.txt').question).toBeUndefined();
  });
});

test.each([
  ['lists', '- apples\n- red pears\n- milk\n'],
  ['a chat', '<ben:B> hello\n<ann:A> hi there\n<ben:B> how are you\n'],
  ['an emoji in each line', 'I like it <emoji:PER> so much\nGood <emoji:PER> morning\nBye <emoji:PER> now\n'],
])('%s are running text', (_, text) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow(/is running text/);
});

test('a few sentences with parts of speech are no question, though many are the tag of a mark', () => {
  const rows = 'The\tDT\nship\tNN\nsails\tVBZ\n.\t.\n\nShips\tNNS\nsailed\tVBD\n.\t.\n';
  const { question, style } = readText(rows);
  expect([question, style.scheme]).toEqual([undefined, 'none']);
});

test('letters beside mostly empty cells are those of entities', () => {
  const { question, sentences } = readText('Ada\tB\nLin\tI\nleft\t\nVarde\tB\nin\t\nMay\t\n.\t\n');
  expect(question).toBeUndefined();
  expect(sentences[0]!.spans.map(({ start, end }) => [start, end])).toEqual([[0, 2], [3, 4]]); // prettier-ignore
});
