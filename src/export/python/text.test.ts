import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Python } from '../../../test/helpers/python.ts';
import { ANYWHERE, BEFORE_NAMES, BEFORE_NUMBERS, SENTENCE_STARTERS } from '../../data/text/abbreviations.ts';
import { tokenize } from '../../data/text/tokenizer.ts';

const python = new Python('torch');

const DRIVER = `
import json, sys
from tagsmith_torch import text
lists = [sorted(words) for words in (text.BEFORE_NAMES, text.ANYWHERE, text.BEFORE_NUMBERS, text.SENTENCE_STARTERS)]
texts = json.load(sys.stdin)
found = [[[[t.text, t.start, t.end] for t in sentence] for sentence in text.split_text(one)] for one in texts]
json.dump({"lists": lists, "found": found}, sys.stdout)
`;

const WRITTEN = [
  "Mr. J. Smith of Acme Inc. can't come. The U.S. President, in Washington (ref. 3), won't either: it's No. 5 on p. 7.",
  '“Go,” he said. "Now." She left... Then? Yes!! U.S.-based EU-wide pre- and post-war AT&T, 3.5m C$1,000.50 at 10:30.',
  'Nguyễn Văn A (sinh 1971) là người Huế. Ông ở TP.HCM. Tp.Đà Nẵng, HTTP.X và TP. Hồ Chí Minh. Chủ_tịch Hà_Nội. Ðẹp! Größe ist ’ne Sache; l’Homme d’État, 3.Mai. A.B.C. Ende',
  'Visit https://example.org/a?b=c, or mail a.b@example.org. #tag @user 🦦👍🏽 ‘90s '.repeat(2),
  'This line was wrapped by a program at sixty characters or so, and\nit goes on in lower case on the second line.\n\nNew one.',
  'Am 3. Mai, im 19. Jahrhundert, am 5. Maibaum. Vgl. z. B. Bd. 3, Hauptstr. 5. „Geh!“ Er ging. Das Ende.[1][a] Neu.[12345] Alt',
  '1. Michael Johnson (U.S.) 19.66\n2. Frankie Fredericks (Namibia)\n\nAn end',
];

/** Parts of words, marks and spaces whose combinations decide where tokens and sentences end. */
const PARTS =
  `U.S. Mr No Inc the The TP Tp HCM Ed é Ñ Ж ж n't 's ’ " ( ) . .. … ! ? , - -- @ # $ & / : % 1 42 ٣ a.b _ » “ „ [ ] [1] z. str Mai Januarx ¿`.split(
    ' ',
  );
const parts = fc.constantFrom(...PARTS, ' ', ' ', ' ', '\n', '\u00a0', '\u00ad');

test('text is split as in the studio', python.testOptions, () => {
  const random = fc.sample(
    fc.array(parts, { maxLength: 14 }).map((some) => some.join('')),
    { numRuns: 3000, seed: 38 },
  );
  const texts = [...WRITTEN, ...random];
  const { lists, found } = JSON.parse(python.run(['-c', DRIVER], 'src/export/python', JSON.stringify(texts))) as {
    lists: string[][];
    found: [string, number, number][][][];
  };
  const sorted = (words: ReadonlySet<string>) => [...words].toSorted((a, b) => (a < b ? -1 : 1));
  expect(lists).toEqual([BEFORE_NAMES, ANYWHERE, BEFORE_NUMBERS, SENTENCE_STARTERS].map(sorted));
  texts.forEach((text, i) => {
    const points = (offset: number) => Array.from(text.slice(0, offset)).length;
    const expected = tokenize(text).map((sentence) =>
      sentence.map((token) => [token.text, points(token.start), points(token.end)]),
    );
    expect({ text, sentences: found[i] }).toEqual({ text, sentences: expected });
  });
});
