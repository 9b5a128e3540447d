import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedFiles } from '../../../../test/helpers/packed-files.ts';
import { entitiesOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { joinMentionTables } from './mention-tables.ts';

async function read(contents: Record<string, string>) {
  const [joined, ...others] = await joinMentionTables(packedFiles(contents));
  const file = await joined!.open();
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  return { corpus, name: file.name, others: others.map((one) => one.name) };
}

const messagesOf = ({ problems }: Awaited<ReturnType<typeof read>>['corpus']) => problems.map(({ message }) => message);

test('CHEMDNER: places count from the title or the abstract; texts without a mention have none', async () => {
  const { corpus, name, others } = await read({
    'abstracts.txt':
      '11\tUrea in rats\tWe fed urea, NaCl and 1,3-diol.\n12\tNothing here\tNor here.\n13\tNaCl\tIt melts.\n',
    'annotations.txt':
      '11\tT\t0\t4\tUrea\tTRIVIAL\n11\tA\t7\t11\turea\tTRIVIAL\n11\tA\t13\t17\tNaCl\tFORMULA\n11\tA\t22\t30\t1,3-diol\tSYSTEMATIC\n13\tT\t0\t4\tNaCl\tFORMULA\n13\tT\t0\t4\tNaCl\tFORMULA\n',
    'other.md': 'x',
  });
  expect(entitiesOf(corpus)).toEqual(['TRIVIAL Urea', 'TRIVIAL urea', 'FORMULA NaCl', 'SYSTEMATIC 1,3-diol', 'FORMULA NaCl']); // prettier-ignore
  expect(tokensOf(corpus)).toContain('Nor here .');
  expect([corpus.documents, name, others]).toEqual([3, 'annotations.jsonl', ['other.md']]);
  expect(messagesOf(corpus)[0]).toContain('types from column 6 of annotations.txt');
});

test('BioCreative II GM: white space does not count, and there is no type', async () => {
  const { corpus } = await read({
    'train.in': 'P01 The p53 gene binds MDM2 .\nP02 It rained .\nP03 IL 2 and p53 rise .\n',
    'GENE.eval': 'P01|3 5|p53\nP01|15 18|MDM2\nP03|0 2|IL 2\nP03|6 8|p53\n',
  });
  expect(entitiesOf(corpus)).toEqual(['ENTITY p53', 'ENTITY MDM2', 'ENTITY IL 2', 'ENTITY p53']);
  expect(corpus.sentences).toHaveLength(3);
  expect(messagesOf(corpus)).toEqual([expect.stringContaining('mentions without a type in GENE.eval, which were read as ENTITY')]); // prettier-ignore
});

const TEXTS = { 'a.txt': 'Ada ran to Oslo.', 'b.txt': 'In Riga.' };

test.each([
  ['S800: the last character, an id behind the name, no header', 'x.tsv', '5\ta:1\t0\t2\tAda\n9\ta:1\t11\t14\tOslo\n9\tb:2\t3\t6\tRiga\n', 'ENTITY'], // prettier-ignore
  ['LINNAEUS: a header without a type', 'tags.tsv', '#id\tdocument\tstart\tend\ttext\tcode\ns:1\ta\t0\t3\tAda\t\ns:2\ta\t11\t15\tOslo\t\ns:3\tb\t3\t7\tRiga\t\n', 'ENTITY'], // prettier-ignore
  ['TAC KBP: name and place in a cell', 'gold.tab', 'L\tE1\tAda\ta:0-2\tN1\tX\nL\tE2\tOslo\ta:11-14\tN2\tX\nL\tE3\tRiga\tb:3-6\tN3\tX\n', 'ENTITY'], // prettier-ignore
  ['a comma in a quoted cell, decimals', 'train.csv', 'id,discourse_start,discourse_end,discourse_text,discourse_type\na.txt,0.0,3.0,"Ada",X\na.txt,11.0,15.0,Oslo,X\nb.txt,3.0,7.0,Riga,X\n', 'X'], // prettier-ignore
  ['the start and the length', 'm.csv', 'a,0,3,Ada\na,11,4,Oslo\nb,3,4,Riga\n', 'ENTITY'], // prettier-ignore
])('tables of mentions in other files: %s', async (_, name, table, type) => {
  const { corpus, others } = await read({ ...TEXTS, [name]: table });
  expect(entitiesOf(corpus)).toEqual([`${type} Ada`, `${type} Oslo`, `${type} Riga`]);
  expect([corpus.documents, others]).toEqual([2, []]);
});

test('a table in code points, and rows whose text is missing', async () => {
  const lines = Array.from({ length: 20 }, (_, i) => `t${i} 😀 Ada met Bo ${i}.`);
  const rows = lines.map((_, i) => `t${i}|2|5|Ada`);
  const { corpus } = await read({
    'texts.txt': lines.join('\n'),
    'm.tsv': [...rows, 'gone|0|3|Ada', 't1||5|Ada'].join('\n'),
  });
  expect(entitiesOf(corpus)).toEqual(Array<string>(20).fill('ENTITY Ada'));
  expect(messagesOf(corpus).join(' ')).toContain(
    'mentions in m.tsv whose text or place is missing (2), which were left out',
  );
});

test.each([
  ['tokens that follow each other', { ...TEXTS, 'x.tsv': 'a\t0\t3\tAda\tB-PER\na\t4\t7\tran\tO\na\t8\t10\tto\tO\na\t11\t15\tOslo\tB-LOC\n' }], // prettier-ignore
  ['other words than those of the texts', { ...TEXTS, 'x.tsv': 'a\t0\t3\tBo\na\t1\t4\tEve\nb\t3\t7\tOslo\n' }],
  ['no texts', { 'x.tsv': 'a\t0\t3\tAda\nb\t3\t7\tRiga\n', 'y.tsv': 'Oslo\tB-LOC\n' }],
  ['a column of words with tags', { ...TEXTS, 'x.tsv': 'Ada\tB-PER\nran\tO\n' }],
])('files stay as they are: %s', async (_, contents) => {
  const files = packedFiles(contents as Record<string, string>);
  expect(await joinMentionTables(files)).toEqual(files);
});

/** Tables of any order of columns and kind of place, with or without a header and types. */
const TABLES = fc.record({
  texts: fc.array(fc.array(fc.constantFrom('Ada', 'Oslo', 'Nord 7', 'ran', 'to', 'æ', '水木', '(x)'), { minLength: 4, maxLength: 9 }), { minLength: 3, maxLength: 8 }), // prettier-ignore
  place: fc.constantFrom('exclusive', 'inclusive', 'from 1', 'length'),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
  separator: fc.constantFrom('\t', '|', ',', ';'),
  hasHeader: fc.boolean(),
  areFiles: fc.boolean(),
});

test('any order of columns: the mentions are those that were written', async () => {
  await fc.assert(
    fc.asyncProperty(TABLES, async ({ texts, place, order, separator, hasHeader, areFiles }) => {
      const named = texts.map((words, i) => ({ name: `doc${i}x`, words, text: words.join(' ') }));
      const mentions = named.flatMap(({ name, words }) =>
        words.flatMap((word, i) => {
          const start = words.slice(0, i).join(' ').length + Math.min(i, 1);
          return i % 3 === 1 ? [{ name, word, start, end: start + word.length, type: i > 3 ? 'THING' : 'NAME' }] : [];
        }),
      );
      const second = { exclusive: 0, inclusive: -1, 'from 1': 0, length: 0 }[place];
      const rows = mentions.map(({ name, word, start, end, type }) => {
        const cells = [name, start + Number(place === 'from 1'), place === 'length' ? end - start : end + second, word, type]; // prettier-ignore
        return order.map((c) => cells[c]).join(separator);
      });
      const header = order.map((c) => ['a', 'b', 'c', 'd', 'e'][c]).join(separator);
      const table = `${[...(hasHeader ? [header] : []), ...rows].join('\n')}\n`;
      const asFiles = Object.fromEntries(named.map(({ name, text }) => [`${name}.txt`, text]));
      const asRows = { 'texts.txt': named.map(({ name, text }) => `${name}\t${text}\n`).join('') };
      const { corpus } = await read({ ...(areFiles ? asFiles : asRows), 'table.tsv': table });
      const words = corpus.sentences.flatMap(({ tokens, spans }) => spans.map(({ start, end }) => tokens.slice(start, end).join(''))); // prettier-ignore
      expect(words).toEqual(mentions.map(({ word }) => word.replaceAll(' ', '')));
    }),
    { numRuns: 150 },
  );
});
