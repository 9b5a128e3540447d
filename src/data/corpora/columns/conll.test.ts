import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { requireUsable } from '../read-corpus.ts';
import { formatConll } from './write-conll.ts';

const CONLL_2003 = `EU NNP I-NP I-ORG
rejects VBZ I-VP O

-DOCSTART- -X- O O

Peter NNP I-NP I-PER
Blackburn NNP I-NP I-PER

-DOCSTART- -X- O O
`;

describe('columns', () => {
  test('are separated by spaces; the last is the tag', () => {
    const corpus = readText(CONLL_2003);
    expect(tokensOf(corpus)).toEqual(['EU rejects', 'Peter Blackburn']);
    expect(tagsOf(corpus)).toEqual(['I-ORG O', 'I-PER I-PER']);
    expect(corpus.rows?.map((row) => row.join(' '))).toEqual(CONLL_2003.match(/^[A-Za-z].*$/gm));
    expect(corpus.sentences.map(({ line, spans }) => ({ line, spans }))).toEqual([
      { line: 1, spans: [{ start: 0, end: 1, type: 'ORG' }] },
      { line: 6, spans: [{ start: 0, end: 2, type: 'PER' }] },
    ]);
    expect(corpus).toMatchObject({
      format: 'conll',
      columns: 4,
      tagColumn: 3,
      documents: 2,
      problems: [],
      style: { scheme: 'IOB1' },
    });
  });

  test('the tag column can be chosen', () => {
    const corpus = readText(CONLL_2003, { tagColumn: 1 });
    expect(tagsOf(corpus)).toEqual(['NNP VBZ', 'NNP NNP']);
    expect(corpus).toMatchObject({ tagColumn: 1, style: { scheme: 'none' } });
    expect(() => readText(CONLL_2003, { tagColumn: 4 })).toThrow('there are 4 columns');
    expect(() => readText(CONLL_2003, { tagColumn: 0 })).toThrow('Choose another column');
  });

  test('runs of spaces are one separator; spaces around a line are ignored', () => {
    expect(tagsOf(readText('  EU   B-ORG  \nrejects    O\n'))).toEqual(['B-ORG O']);
  });

  test('a file with tabs is split at tabs only', () => {
    const corpus = readText('New York\tB-LOC\n  is \tO\t\n');
    expect(corpus.sentences[0]).toMatchObject({ tokens: ['New York', 'is'], tags: ['B-LOC', 'O'] });
  });

  test('a file with one column has no tags', () => {
    const corpus = readText('EU\nrejects\n\nit\n');
    expect(corpus.sentences.map(({ tokens, tags, spans }) => ({ tokens, tags, spans }))).toEqual([
      { tokens: ['EU', 'rejects'], tags: [], spans: [] },
      { tokens: ['it'], tags: [], spans: [] },
    ]);
    expect(corpus.style.scheme).toBe('none');
  });

  test('a first column with token numbers is not the token column', () => {
    const corpus = readText('# http://x\t[2009]\n1\tEU\tB-ORG\tO\n2\tist\tO\tO\n\n1\tPeter\tB-PER\tO\n', {
      tagColumn: 2,
    });
    expect(tokensOf(corpus)).toEqual(['EU ist', 'Peter']);
    expect(tagsOf(corpus)).toEqual(['B-ORG O', 'B-PER']);
  });
});

describe('lines', () => {
  test('blank lines may contain white space, repeat, and be missing at the end', () => {
    expect(tokensOf(readText('\n \t\nEU B-ORG\n\u3000\n\n\t\nis O'))).toEqual(['EU', 'is']);
  });

  test.each(['\r\n', '\r'])('may end in %j', (end) => {
    const corpus = readText(CONLL_2003.replaceAll('\n', end));
    expect(tagsOf(corpus)).toEqual(['I-ORG O', 'I-PER I-PER']);
    expect(corpus.sentences[1]!.line).toBe(6);
  });

  test('Unicode spaces are part of tokens', () => {
    const corpus = readText('10\u00a0000 O\n\u00a0 O\na\u2003b\u3000c\u0085 O\n\u200b O\n');
    expect(corpus.sentences[0]!.tokens).toEqual(['10\u00a0000', '\u00a0', 'a\u2003b\u3000c\u0085', '\u200b']);
  });

  test('a sentence may be very long', () => {
    const corpus = readText('a B-X\nb I-X\n'.repeat(50_000));
    expect(corpus.sentences).toHaveLength(1);
    expect(corpus.sentences[0]!.spans).toHaveLength(50_000);
  });

  test('a document mark ends a sentence, with any number of columns', () => {
    const corpus = readText('EU B-ORG\n-DOCSTART-\nis O\n');
    expect(tokensOf(corpus)).toEqual(['EU', 'is']);
    expect(corpus).toMatchObject({ documents: 2, problems: [] });
  });
});

describe('lines that start with #', () => {
  test('are comments if they cannot be tokens', () => {
    const corpus = readText(
      '# a comment\n# id = 3\nEU NNP I-NP B-ORG\n# in between\nis VBZ I-VP O\n\n#\nit PRP I-NP O\n',
    );
    expect(tokensOf(corpus)).toEqual(['EU is', 'it']);
    expect(corpus.problems).toEqual([]);
  });

  test.each([
    ['# O\nEU B-ORG\n', '# EU'],
    ['#NLP B-HASHTAG\nis O\n', '#NLP is'],
    ['EU O\n# O\n5 O\n', 'EU # 5'],
    ['is VBZ\n# #\n5 CD\n', 'is # 5'],
    ['#\tO\nEU\tB-ORG\n', '# EU'],
    ['#\tSYM\nEU\tNNP\n', '# EU'],
    ['#\nEU\n', '# EU'],
  ])('are tokens in %j', (text, tokens) => {
    expect(tokensOf(readText(text))).toEqual([tokens]);
  });

  test('are problems if they look like damaged token lines', () => {
    expect(readText('EU NNP B-ORG\n# O\nis VBZ O\n').problems).toMatchObject([{ line: 2, kind: 'columns' }]);
  });
});

describe('a line with a wrong number of columns', () => {
  test('is skipped with an error; its sentence is kept', () => {
    const corpus = readText('EU NNP B-ORG\nrejects O\nGerman JJ\u00a0x B-MISC extra\ncall NN O\n');
    expect(tokensOf(corpus)).toEqual(['EU call']);
    expect(corpus.problems).toEqual([
      {
        file: 'text.conll',
        line: 2,
        column: 10,
        severity: 'error',
        kind: 'columns',
        message:
          'Found 2 columns, expected 3 separated by spaces, as on most lines of this file; the line was skipped.',
        excerpt: 'rejects O',
      },
      expect.objectContaining({ line: 3, column: 20, excerpt: 'German JJ\u00a0x B-MISC extra' }),
    ]);
  });

  test('may be separated by spaces in a file with tabs', () => {
    const corpus = readText('EU\tB-ORG\nis O\nit\tO\n\tO\nx\t\nnow\tO\n');
    expect(corpus.sentences.map(({ tokens }) => tokens)).toEqual([['EU', 'it', '', 'now']]);
    expect(corpus.problems).toMatchObject([
      { line: 2, column: 5, message: expect.stringContaining('spaces instead of tabs') as string },
      { line: 4, kind: 'blank', message: expect.stringContaining('read as an empty token') as string },
      { line: 5, message: expect.stringContaining('Column 2 is empty') as string },
    ]);
  });

  test('is listed up to 1,000 times; the rest is counted', () => {
    const corpus = readText(`${'a B-X\n'.repeat(2000)}${'a b O\n'.repeat(1500)}`);
    expect(corpus.problems).toHaveLength(1000);
    expect(corpus.moreProblems).toBe(500);
    expect(corpus.sentences[0]!.tokens).toHaveLength(2000);
  });

  test.each([1, 500])('makes the file unusable if it is typical, %i times five lines', (times) => {
    const lines = 'EU NNP B-ORG\nis O\nGerman O O O\ncall O\na NN I-NP O O\n';
    const corpus = readText(lines.repeat(times));
    expect(corpus.problems[0]).toMatchObject({ line: 0, kind: 'format' });
    expect(() => requireUsable(corpus)).toThrow('text.conll cannot be used as a corpus.');
  });
});

/** Tokens of any script, without ASCII white space and line ends, as CoNLL columns can hold them. */
const token = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => !/[ \t\r\n\uFEFF]/.test(text) && !text.startsWith('-DOCSTART-'));

test.each([' ', '\t'] as const)('round-trips formatConll with %j', (separator) => {
  const row = fc.tuple(token, fc.constantFrom('O', 'B-X', 'I-X'));
  const sentence = fc.array(row, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 5 }), (written) => {
      const rows = [[['plain', 'O'] as [string, string]], ...written]; // at least one line is not a comment
      const columns = rows.map((row) => [row.map(([text]) => text), row.map(([, tag]) => tag)]);
      const corpus = readText(formatConll(columns, separator));
      expect(corpus.sentences.map(({ tokens, tags }) => [tokens, tags])).toEqual(columns);
      expect(corpus.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('formatConll writes white space in a token as a no-break space', () => {
  expect(
    formatConll([
      [
        ['New York', 'is'],
        ['B-LOC', 'O'],
      ],
      [[], []],
    ]),
  ).toBe('New\u00a0York B-LOC\nis O\n\n');
  expect(formatConll([[['New York', 'a\tb'], ['B-Work of Art', 'O']]], '\t')).toBe('New York\tB-Work of Art\na\u00a0b\tO\n\n'); // prettier-ignore
});

test('rejects running text on one line', () => {
  expect(() => readText('word '.repeat(1000))).toThrow('text.conll is running text, not a corpus');
});

describe('rejects running text, but not a corpus', () => {
  test.each([
    'The patient was given naloxone.\nShe developed hypotension after clonidine.\n',
    'Mira left it .\nThen she came back to Oslo .\n',
    'Mira left.',
    'Mira said “I leave.”\n\nNobody knew why.\n',
    'Mira left',
    'Mira left early',
    'Mira left early\nand came back late that night\nto the old town\n',
    // Tokenized news: headlines and tables of results, most without a full stop.
    Array.from({ length: 30 }, (_, i) => `${'OSLO 3 BRENNA '.repeat(1 + (i % 5))}${'1 '.repeat(i % 3)}2\n`).join(''),
  ])('%j', (text) => {
    expect(() => readText(text)).toThrow('is running text, not a corpus');
  });

  test.each([
    'Mira B-PER',
    'Mira b-per',
    'Mira NNP',
    'Mira B-PER\nleft O\n. O\n',
    '. .\n',
    'is be VBZ\n. . .\n',
    'Mira\nleft.\n',
    'a\tMira left.\n',
  ])('accepts %j', (text) => {
    expect(readText(text).sentences).toHaveLength(1);
  });
});

describe('a header', () => {
  test('is skipped with a warning, and names the columns of words, tags and sentences', () => {
    const rows =
      'Sentence #,Word,POS,Tag\nSentence: 1,Mira,NNP,B-PER\n,",",",",O\n,"""",``,O\nSentence: 2,Oslo,NNP,B-LOC\n';
    const corpus = readText(rows);
    expect(tokensOf(corpus)).toEqual(['Mira , "', 'Oslo']);
    expect(tagsOf(corpus)).toEqual(['B-PER O O', 'B-LOC']);
    expect(corpus).toMatchObject({
      columns: 4,
      tagColumn: 3,
      problems: [{ line: 1, severity: 'warning', kind: 'header' }],
    });
    expect(tagsOf(readText(rows, { tagColumn: 2 }))).toEqual(['NNP , ``', 'NNP']);
  });

  test.each([
    'Word\tTag\nMira\tB-PER\nleft\tO\n\nOslo\tB-LOC\n',
    'token ner\nMira B-PER\nleft O\n\nOslo B-LOC\n',
    'label;token\nB-PER;Mira\nO;left\n;\nB-LOC;Oslo\n',
    'sentence_id,word,tag,pos\n7,Mira,B-PER,NNP\n7,left,O,VBD\n8,Oslo,B-LOC,NNP\n',
    '"Sentence #","Word","POS","Tag"\n"Sentence: 1","Mira","NNP","B-PER"\n"","left","VBD","O"\nSentence: 2,Oslo,NNP,B-LOC\n',
    ',prev-iob,sentence_idx,shape,word,tag\n0,__START1__,1.0,Xx,Mira,B-PER\n1,B-PER,1.0,x,left,O\n2,O,2.0,Xx,Oslo,B-LOC\n',
    ',Word,Tag\n0,Mira,B-PER\n1,left,O\n\n2,Oslo,B-LOC\n',
  ])('%j', (text) => {
    const corpus = readText(text);
    expect(tokensOf(corpus)).toEqual(['Mira left', 'Oslo']);
    expect(tagsOf(corpus)).toEqual(['B-PER O', 'B-LOC']);
  });

  test('is not mistaken for tokens', () => {
    expect(tokensOf(readText('Word NN\ntag NN\n'))).toEqual(['Word tag']);
    expect(tokensOf(readText('word\ntag\n'))).toEqual(['word tag']);
  });
});

test('a long file without ends of sentences says so', () => {
  const lines = (count: number) => 'Ada B-PER\nran O\n'.repeat(count);
  expect(readText(lines(80)).problems.map(({ message }) => message)).toEqual([
    'Found no ends of sentences: all 160 tokens were read as one sentence. Leave a blank line after each sentence, or add a column with their numbers.',
  ]);
  expect(readText(`${lines(80)}\n${lines(1)}`).problems).toEqual([]);
});

test('commas separate columns if tags follow them, otherwise they are tokens', () => {
  expect(tagsOf(readText('Mira,B-PER\n"a, b",O\nleft , O\n'))).toEqual(['B-PER O O']);
  expect(tokensOf(readText('1,000 CD\n, ,\n'))).toEqual(['1,000 ,']);
});

test('detects tags in the first of two columns, with a warning', () => {
  const corpus = readText('B-PER Mira\nO left\nO I\nO Oslo\nO in\nO the\nO old\nO town\nO by\nO train\n');
  expect(corpus.sentences[0]!.spans).toEqual([{ start: 0, end: 1, type: 'PER' }]);
  expect(corpus.problems).toMatchObject([{ line: 0, severity: 'warning', kind: 'order' }]);
  expect(readText('I PRP\nI VBP\n').problems).toEqual([]);
});

describe('tags in two layers, as in GermEval 2014', () => {
  const text = '1\tDer\tO\tO\n2\tKölner\tB-ORG\tB-LOC\n3\tVerein\tI-ORG\tO\n\n1\tRom\tB-LOC\tO\n';

  test('the layer with the most entities is read, with a warning that names the other', () => {
    const { tagColumn, problems } = readText(text);
    expect(tagColumn).toBe(2);
    const message = expect.stringMatching(
      /^Column 3 was read .* most entities\. Column 4 has tags of the same types/,
    ) as string;
    expect(problems).toMatchObject([{ line: 0, severity: 'warning', kind: 'layers', message }]);
    expect(readText(text, { tagColumn: 3 }).problems).toMatchObject([{ kind: 'layers' }]);
  });

  test('chunks are no layer of entities', () => {
    const { tagColumn, problems } = readText('EU NNP B-NP B-ORG\nis VBZ B-VP O\nit PRP B-NP O\n');
    expect([tagColumn, problems]).toEqual([3, []]);
  });
});

describe('tables that are no corpora', () => {
  const texts = 'id,text\n1,Mira left for Oslo\n2,"Nobody knew, at first"\n3,She came back later\n';

  test.each([
    ['texts with ids', texts, /has a text in each row \(column 2\), not a token.*can be tagged .* or annotated/],
    [
      'texts with labels',
      texts.replaceAll(/^(\d|id),(.*)$/gm, '$2,$1').replace('text,id', 'text,label'),
      /text in each row/,
    ],
    ['short texts', 'id,text,lang\n7,"Mira left, alas.",en\n8,Rain.,en\n', /text in each row \(column 2\)/],
    ['short texts with labels', 'text,label\nGreat boat,pos\nNo wind,neg\nSails,pos\n', /text in each row/],
    ['vectors of one dimension', 'the 0.25\nof -0.5\n', /numbers such as 0\.25 in column 2, where tags are expected/],
    ['vectors of three dimensions', 'the 0.25 1e-3 0.1\nof 1.5 2 -0.5\n', /word vectors with fewer than 5 dimensions/],
    ['numbers in hexadecimal', 'the 0x1p-3\nof 0x2p3\n', /where tags are expected/],
  ])('%s are refused', (_, text, message) => {
    expect(() => readText(text)).toThrow(message);
  });

  test('numbers of rows are no tags', () => {
    const { sentences, problems } = readText('id,token\n1,Mira\n2,left\n');
    expect(sentences).toMatchObject([{ tokens: ['Mira', 'left'], tags: [] }]);
    expect(problems).toMatchObject([{ kind: 'header' }]);
  });

  test('whole numbers may be tags, with a warning', () => {
    const { sentences, problems } = readText('Mira 1\nleft 0\n');
    expect(sentences[0]!.tags).toEqual(['1', '0']);
    expect(problems).toMatchObject([{ line: 0, severity: 'warning', kind: 'numbers' }]);
  });
});
