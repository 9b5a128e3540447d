import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { formatCell } from '../../../lib/csv.ts';

type Tagged = readonly (readonly [word: string, letter: string, type: string])[];

/** Sentences whose words are as various as those of texts. */
const SENTENCES: readonly Tagged[] = [
  [['Ada', 'B', 'PER'], ['Byrne', 'I', 'PER'], ['saw', 'O', ''], ['Varde', 'B', 'LOC'], ['.', 'O', '']],
  [['It', 'O', ''], ['rained', 'O', ''], ['in', 'O', ''], ['Ribe', 'B', 'LOC'], [',', 'O', ''], ['too', 'O', ''], ['.', 'O', '']],
  [['Then', 'O', ''], ['Bo', 'B', 'PER'], ['left', 'O', ''], ['the', 'O', ''], ['Oak', 'B', 'ORG'], ['Company', 'I', 'ORG'], ['.', 'O', '']],
  [['Nobody', 'O', ''], ['else', 'O', ''], ['was', 'O', ''], ['there', 'O', ''], ['.', 'O', '']],
  [['Old', 'B', 'LOC'], ['Ribe', 'I', 'LOC'], ['has', 'O', ''], ['few', 'O', ''], ['people', 'O', ''], [',', 'O', ''], ['Ada', 'B', 'PER'], ['says', 'O', ''], ['.', 'O', '']],
]; // prettier-ignore
const TOKENS = SENTENCES.map((sentence) => sentence.map(([word]) => word).join(' '));
const ENTITIES = ['PER Ada Byrne', 'LOC Varde', 'LOC Ribe', 'PER Bo', 'ORG Oak Company', 'LOC Old Ribe', 'PER Ada'];

type Cell = (place: { word: string; tag: string; sentence: number; token: number }) => string;
const EXTRAS: Readonly<Record<string, Cell>> = {
  pos: ({ word }) => (/^\W/.test(word) ? '.' : /^\p{Lu}/u.test(word) ? 'NNP' : word.length > 3 ? 'NN' : 'VBD'),
  lemma: ({ word }) => word.toLowerCase(),
  index: ({ token }) => String(token + 1),
  doc_id: ({ sentence }) => `d${Math.floor(sentence / 3)}`,
};

/** A file of columns, as programs and people write it. */
const file = fc.record({
  separator: fc.constantFrom('\t', ' ', ',', ';', '|', ' | ', '^', '@@', '~'),
  /** Before the word, and between word and tag. */
  before: fc.subarray(['index', 'doc_id']),
  between: fc.subarray(['pos', 'lemma']),
  header: fc.constantFrom('none', 'plain', '# token', '#token'),
  outside: fc.constantFrom('O', 'o', '-', '_', 'OUT', 'NIL'),
  joint: fc.constantFrom('-', '_', ':', '/'),
  isTypeFirst: fc.boolean(),
  border: fc.constantFrom('', 'EOS', 'separators', '-DOCSTART-', '# id'),
  /** At the end of each line of a token. */
  isTrailing: fc.boolean(),
  /** The first line of the file. */
  note: fc.constantFrom('', '# A note'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});

function written(how: typeof file extends fc.Arbitrary<infer T> ? T : never): string {
  const { separator, outside, joint, isTypeFirst, header, border } = how;
  const tagOf = (letter: string, type: string) =>
    letter === 'O' ? outside : isTypeFirst ? type + joint + letter : letter + joint + type;
  const names = [...how.before, 'token', ...how.between, 'ner'];
  const line = (cells: readonly string[]) => cells.map((cell) => ([',', ';'].includes(separator) ? formatCell(cell, separator) : cell)).join(separator); // prettier-ignore
  const head = { none: [], plain: [line(names)], '# token': [`# ${line(names)}`], '#token': [`#${line(names)}`] }[header]; // prettier-ignore
  const bodies = SENTENCES.flatMap((words, sentence) => {
    const rows = words.map(([word, letter, type], token) => {
      const place = { word, tag: tagOf(letter, type), sentence, token };
      const cells = names.map((name) => EXTRAS[name]?.(place) ?? (name === 'token' ? word : place.tag));
      return line(cells) + (how.isTrailing ? separator : '');
    });
    const documentMark = line(
      names.map((name) => (name === 'token' ? '-DOCSTART-' : name === 'ner' ? outside : '-X-')),
    );
    const first = { '# id': [`# sent_id = ${sentence + 1}`], '-DOCSTART-': sentence % 2 === 0 ? [documentMark, ''] : [] }; // prettier-ignore
    const last = { EOS: ['EOS'], separators: [line(names.map(() => ''))] };
    return [...(first[border as '# id'] ?? []), ...rows, ...(last[border as 'EOS'] ?? [''])];
  });
  return [...(how.note === '' ? [] : [how.note]), ...head, ...bodies, ''].join(how.lineEnd);
}

test('words, tags and sentences are read, or something is asked or told, however columns are combined', () => {
  let [read, asked] = [0, 0];
  fc.assert(
    fc.property(file, (how) => {
      fc.pre(how.border !== 'separators' || how.separator !== ' ');
      const corpus = readText(written(how), {}, how.separator === ',' ? 'a.csv' : 'a.txt');
      read++;
      const remarks = corpus.problems.filter(({ message }) => !message.startsWith('This line is a header'));
      const isOpen = corpus.question !== undefined || remarks.length > 0;
      if (isOpen) asked++;
      expect(isOpen || [tokensOf(corpus), entitiesOf(corpus)]).toEqual(isOpen || [TOKENS, ENTITIES]);
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(asked).toBeLessThan(0.1 * read);
});
