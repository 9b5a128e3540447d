import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

type Word = readonly [word: string, type: string];

/** Runs of words, each with its type or none. */
const PIECES: readonly (readonly Word[])[] = [
  [['Ada', 'PER'], ['Byrne', 'PER']],
  [['Varde', 'LOC']],
  [['Oak', 'ORG'], ['&', 'ORG'], ['Sons', 'ORG']],
  [['saw', ''], ['them', '']],
  [['in', ''], ['1/2', '']],
  [['well-known', ''], ['(', ''], ['too', ''], [')', '']],
]; // prettier-ignore

const one = fc
  .shuffledSubarray([...PIECES], { minLength: 3, maxLength: 6 })
  .map((pieces) => pieces.flatMap((piece, i) => [...(i > 0 ? [['and', ''] as Word] : []), ...piece]));
/** Sentences with two types and lengths of various kinds. */
const sentences = fc
  .array(one, { minLength: 4, maxLength: 8 })
  .filter((some) => new Set(some.flat().map(([, type]) => type)).size > 2)
  .filter((some) => new Set(some.map(({ length }) => length)).size > 2)
  .filter((some) => some.every((words) => words.some(([, type]) => type !== '')));

const wordsOf = (some: readonly (readonly Word[])[]) => some.map((words) => words.map(([word]) => word).join(' '));
const entities = (some: readonly (readonly Word[])[]) =>
  some.flatMap((words) => runsOf(words).flatMap(({ text, type }) => (type === '' ? [] : [`${type} ${text}`])));

/** The words that follow each other with the same type, joined. */
function runsOf(words: readonly Word[]): { text: string; type: string }[] {
  const runs: { text: string; type: string }[] = [];
  for (const [word, type] of words) {
    const last = runs.at(-1);
    if (last?.type === type && type !== '') last.text += ` ${word}`;
    else runs.push({ text: word, type });
  }
  return runs;
}

const tagsOf = (words: readonly Word[], { scheme, outside, joint }: Spelling) =>
  words.map(([, type], i) => {
    const isFirst = words[i - 1]?.[1] !== type;
    return type === '' ? outside : scheme === 'IO' ? type : (isFirst ? 'B' : 'I') + joint + type;
  });

interface Spelling {
  scheme: string;
  outside: string;
  joint: string;
}
const spelling = {
  scheme: fc.constantFrom('BIO', 'IO'),
  outside: fc.constantFrom('O', 'o', '_', 'OTHER', 'NIL'),
  joint: fc.constantFrom('-', '_', ':'),
};
const number = fc.constantFrom<(i: number) => string>(
  () => '',
  (i) => `${i + 1}. `,
  (i) => `[${i + 1}] `,
  (i) => `${i + 1}\t`,
);

/** Expects that a file is read, or that something is asked. */
function expectRead(text: string, some: readonly (readonly Word[])[]): void {
  const corpus = readText(text, {}, 'a.txt');
  const isAsked = corpus.question !== undefined;
  const options = corpus.question?.options.find(({ settings }) => settings.scheme !== undefined)?.settings;
  const read = options === undefined ? corpus : readText(text, options, 'a.txt');
  expect([entitiesOf(read), tokensOf(read)]).toEqual(
    isAsked && options === undefined ? [entitiesOf(read), tokensOf(read)] : [entities(some), wordsOf(some)],
  );
}

test('words joined with their tags are read, whatever joins them', () => {
  const form = fc.record({
    ...spelling,
    joiner: fc.constantFrom('/', '//', '##', '::', '￨', '|||', '^', '@'),
    gap: fc.constantFrom(' ', '  ', '\t'),
    hasPos: fc.boolean(),
    isTagFirst: fc.boolean(),
    number,
  });
  fc.assert(
    fc.property(sentences, form, (some, how) => {
      fc.pre(!(how.joint === ':' && how.joiner === '::') && !(how.gap === '\t' && how.number(0).includes('\t')));
      const lines = some.map((words, i) => {
        const tags = tagsOf(words, how);
        const items = words.map(([word], t) => {
          const cells = [word, ...(how.hasPos ? [/^\p{Lu}/u.test(word) ? 'NNP' : 'NN'] : []), tags[t]!];
          return (how.isTagFirst ? cells.toReversed() : cells).join(how.joiner);
        });
        return how.number(i) + items.join(how.gap);
      });
      expectRead(`${lines.join('\n')}\n`, some);
    }),
    { numRuns: 150, seed: 3 },
  );
});

test('words beside or above as many tags are read, whatever is between them', () => {
  const form = fc.record({
    ...spelling,
    between: fc.constantFrom('\t', ' ||| ', '$$$', ' => ', ' ### ', '\n', '\n'),
    number,
  });
  fc.assert(
    fc.property(sentences, form, (some, how) => {
      fc.pre(how.between !== '\n' || how.number(0) === '');
      const lines = some.map((words, i) => {
        const text = words.map(([word]) => word).join(' ');
        return how.number(i) + text + how.between + tagsOf(words, how).join(' ');
      });
      expectRead(`${lines.join('\n')}\n`, some);
    }),
    { numRuns: 150, seed: 3 },
  );
});

const MARKS: readonly ((text: string, type: string) => string)[] = [
  (text, type) => `[${text}]<${type}>`,
  (text, type) => `{${text}}[${type}]`,
  (text, type) => `{${text}|${type}}`,
  (text, type) => `[[${text}|${type}]]`,
  (text, type) => `<<${type}: ${text}>>`,
  (text, type) => `(${type} ${text})`,
  (text, type) => `**${text}** (${type})`,
  (text, type) => `[${text}]/${type}`,
  (text, type) => `${type}[${text}]`,
  (text, type) => `\\${type}{${text}}`,
  (text, type) => `[${type}] ${text} [/${type}]`,
  (text, type) => `[B-${type}] ${text} [E-${type}]`,
  (text, type) => `<mark data-entity="${type}">${text}</mark>`,
  (text, type) => `#${text}#${type}#`,
  (text, type) => `【${text}】（${type}）`,
];

test('marked entities are read, or asked about, whatever brackets mark them', () => {
  fc.assert(
    fc.property(sentences, fc.constantFrom(...MARKS), fc.boolean(), (some, mark, isLower) => {
      const typed = some.map((words) => words.map(([word, type]): Word => [word.replace(/^[()]$/, '-'), isLower ? type.toLowerCase() : type])); // prettier-ignore
      const lines = typed.map((words) =>
        runsOf(words)
          .map(({ text, type }) => (type === '' ? text : mark(text, type)))
          .join(' '),
      );
      expectRead(`${lines.join('\n')}\n`, typed);
    }),
    { numRuns: 150, seed: 3 },
  );
});

test('where only words in entities are joined with a type, the others are outside, which is told', () => {
  fc.assert(
    fc.property(sentences, fc.constantFrom('/', '_', '::', '^'), fc.boolean(), (pieces, joiner, isJoined) => {
      const some = pieces.map((words) => words.map(([word, type]): Word => [word.replace('1/2', '1.5'), type]));
      const lines = some.map((words) =>
        runsOf(words)
          .map(({ text, type }) => {
            if (type === '') return text;
            const parts = isJoined && joiner !== '_' ? [text.replaceAll(' ', '_')] : text.split(' ');
            return parts.map((part) => part + joiner + type).join(' ');
          })
          .join(' '),
      );
      const corpus = readText(`${lines.join('\n')}\n`, {}, 'a.txt');
      expect([entitiesOf(corpus), tokensOf(corpus)]).toEqual([entities(some), wordsOf(some)]);
      expect(corpus.problems[0]?.message).toContain(`Words without a tag behind ${joiner} were read as outside`);
    }),
    { numRuns: 100, seed: 3 },
  );
});

test.each([
  ['shares', 'one/person and two\nit is km/h here\neither/or person/year it is\n'],
  ['links', 'See https://a.net/ORG for it\nand https://b.net/LOC too\nhttps://c.net/a\n'],
  ['quoted code', 'Use `list[person]` or `dict[org]`.\nThen call it.\nIt returns `person`.\nAnd so on.\n'],
  ['prices', 'It costs 5 EUR (per person) here.\nOr 6 EUR (per person) there.\nOr 7 EUR (per person).\n'],
])('%s are running text', (_, text) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow(/is running text|lines do not have/);
});

test.each([
  ['code', (word: string, i: number) => `def get_${word}(person, loc): return person['${word}'] + loc[${i}]`],
  ['objects of code', (word: string) => `let ${word}: Array<Person> = list[Person](1); Org{name: '${word}'}`],
  [
    'LaTeX',
    (word: string, i: number) => String.raw`In \textbf{${word}} we \emph{see} \cite{a${i}} in \location{Varde}`,
  ],
  ['quoted words', (word: string) => `He called "${word}" (location) a "house" (sic)`],
  ['one type of quoted words', (word: string) => `"${word}" (LOC) means Library of Congress`],
  ['links of a wiki', (word: string) => `[[Location:Varde ${word}]] and [[Person:Ada ${word}|Ada]] there`],
  ['placeholders', (word: string) => `[REDACTED PERSON] went to [REDACTED LOCATION] by ${word}`],
  ['labels', (word: string) => `- **Name** (person): ${word}\n- **Place** (location): ${word}`],
  ['anchors', (word: string) => `<a name="location">${word}</a> saw <a name="x${word}">it</a>`],
])('whether %s are entities is asked', (_, write) => {
  const words = ['river', 'music', 'team', 'price', 'street', 'report', 'house', 'book'];
  expect(readText(`${words.map(write).join('\n')}\n`, {}, 'a.txt').question?.what).toMatch(
    /Are entities|Has each line/,
  );
});

test('an arrow between words and tags is no part of the words', () => {
  const corpus = readText(
    'Ada->B-PER saw->O Varde->B-LOC\nNobody->O ran->O\nBen->B-PER ran->O well-known->O\n'.repeat(3),
  );
  expect(entitiesOf(corpus).slice(0, 3)).toEqual(['PER Ada', 'LOC Varde', 'PER Ben']);
});

test('a line of millions of characters is examined in linear time', () => {
  const line = `${'Ada lives in Oslo PER is (bad) [x] a/b c:d LOC "quoted" {y} <z> '.repeat(40_000)}\n`;
  expect(() => readText(line, {}, 'a.txt')).toThrow(/is running text/); // once, it took minutes
});
