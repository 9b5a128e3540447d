import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksLikeNames } from '../looks-like-names.ts';
import { readNames } from '../read-names.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The names of a file by their types; those without one are of the file. */
function read(file: string, text: string): { lists: Record<string, string[]>; says: string[] } {
  const { lists, problems } = readNames(file, bytesOf(text));
  const says = problems.map(({ line, message }) => `${line}: ${message}`);
  return { lists: Object.fromEntries(lists.map(({ name, names }) => [name, names])), says };
}

interface Typed {
  name: string;
  type: string;
}

const json = JSON.stringify;
const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
const byType = (all: readonly Typed[]) => {
  const types = [...new Set(all.map(({ type }) => type))];
  return Object.fromEntries(
    types.map((type) => [type, all.filter((one) => one.type === type).map(({ name }) => name)]),
  );
};

const TYPED: [file: string, write: (all: readonly Typed[]) => string][] = [
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${name}\t${type}`))],
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${type}\t${name}`))],
  ['eng.list', (all) => lines(all.map(({ name, type }) => `${type} ${name}`))],
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${name} ${type}`))],
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${type}: ${name}`))],
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${name} => ${type}`))],
  ['a.txt', (all) => lines(all.map(({ name, type }) => `${name}|${type}`))],
  ['a.csv', (all) => lines(all.map(({ name, type }) => `${type},"${name}"`))],
  ['a.csv', (all) => lines(['sep=;', 'name;label', ...all.map(({ name, type }) => `"${name}";${type}`)])],
  ['a.csv', (all) => lines([',Name,Type', ...all.map(({ name, type }, i) => `${i},${name},${type}`)])],
  ['a.csv', (all) => lines(all.map(({ name, type }, i) => `Q${i},${name},${type},${1000 - i}`))],
  ['a.tsv', (all) => lines(['id\tlabel\ttype', ...all.map(({ name, type }, i) => `Q${i}\t${name}\t${type}`)])],
  ['a.json', (all) => json(byType(all), undefined, 1)],
  ['a.json', (all) => json(Object.fromEntries(all.map(({ name, type }) => [name, type])))],
  ['a.json', (all) => json(all)],
  ['a.json', (all) => json({ entities: all.map(({ name, type }) => ({ id: `Q${name}`, name, type })) })],
  ['a.json', (all) => json(all.map(({ name, type }) => [name, type]))],
  ['a.json', (all) => json({ name: all.map(({ name }) => name), type: all.map(({ type }) => type) })],
  ['a.json', (all) => json(Object.fromEntries(all.map(({ name, type }, i) => [`Q${i}`, { name, type }])))],
  ['a.json', (all) => json(Object.fromEntries(all.map(({ name, type }) => [name, { type, count: 3 }])))],
  ['a.jsonl', (all) => lines(all.map((one) => json(one)))],
  ['a.jsonl', (all) => lines(all.map(({ name, type }) => json({ label: type, pattern: name })))],
  [
    'a.jsonl',
    (all) =>
      lines(
        all.map(({ name, type }) => json({ label: type, pattern: name.split(' ').map((word) => ({ TEXT: word })) })),
      ),
  ],
  [
    'a.yml',
    (all) =>
      lines(Object.entries(byType(all)).flatMap(([type, of]) => [`${type}:`, ...of.map((name) => `  - ${name}`)])),
  ],
];

const UNTYPED: [file: string, write: (names: readonly string[]) => string][] = [
  ['towns.txt', lines],
  ['towns', (names) => `\uFEFF${names.join('\r\n')}`],
  ['towns.txt', (names) => lines(['#Towns', '// and villages', ...names])],
  ['towns.txt', (names) => lines(names.map((name) => `- ${name}`))],
  ['towns.txt', (names) => lines(names.map((name, i) => `${i + 1}. ${name}`))],
  ['towns.txt', (names) => lines(names.map((name) => `"${name}"`))],
  ['towns.txt', (names) => lines(names.map((name) => `'${name}',`))],
  ['towns.txt', (names) => `${names.join(', ')}\n`],
  ['towns.lst', (names) => lines(names.map((name) => `${name}&country=England`))],
  ['towns', (names) => lines(names.map((name, i) => `${name}   ${1 / (i + 1)}  0.5  ${i + 1}`))],
  ['towns.txt', (names) => lines(names.map((name, i) => `${name} ${100 - i}`))],
  ['towns.txt', (names) => lines(names.map((name, i) => `${String(100 - i).padStart(7)} ${name}`))],
  ['towns.tsv', (names) => lines(names.map((name, i) => `${name}\t${100 - i}`))],
  ['towns.csv', (names) => lines(names.map((name, i) => `${name},${i % 2 === 0 ? 'F' : 'M'},${100 - i}`))],
  ['towns.csv', (names) => lines(['city,country,population', ...names.map((name, i) => `${name},Sweden,${i}`)])],
  ['towns.csv', (names) => lines(['item,itemLabel', ...names.map((name, i) => `http://a.org/Q${i},${name}`)])],
  ['towns.txt', (names) => lines(names.map((name, i) => `${29 + i}\t${name}\t${name}\t\t48.${i}\t2.3\tP\tPPL\tFR`))],
  ['towns.json', (names) => json(names)],
  ['towns.json', (names) => json({ names })],
  ['towns.json', (names) => json({ features: names.map((name) => ({ type: 'Feature', properties: { name } })) })],
  [
    'towns.json',
    (names) =>
      json({
        results: {
          bindings: names.map((name) => ({ item: { value: 'http://a.org/Q1' }, itemLabel: { value: name } })),
        },
      }),
  ],
];

const GEO_NAMES = ['Norrby', 'Lund', 'Gävle']
  .map((name, i) =>
    [i + 9, name, name, '', '60.6', '17.1', 'P', 'PPL', 'SE', ...Array<string>(9).fill(''), '2023-05-26'].join('\t'),
  )
  .join('\n');

/** Words that are names; not those of headers and missing values. */
const WORD = fc
  .stringMatching(/^[BDFGKLMNPRSTV][aeiouäö][bdfgklmnprst][aeiou]{1,2}$/u)
  .filter((word) => !['None', 'Name', 'Value', 'Gene'].includes(word));
const NAME = fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const NAMES = fc.uniqueArray(NAME, { minLength: 4, maxLength: 20 });

test.each(TYPED)('names and types are read from %s: %s', (file, write) => {
  const type = fc.constantFrom('PER', 'LOC', 'ORG');
  fc.assert(
    fc.property(fc.array(type, { minLength: 20, maxLength: 20 }), NAMES, (types, names) => {
      const all = names.map((name, i) => ({ name, type: types[i]! }));
      expect(read(file, write(all)).lists).toEqual(byType(all));
    }),
    { numRuns: 30 },
  );
});

test.each(UNTYPED)('names are read from %s: %s', (file, write) => {
  fc.assert(
    fc.property(NAMES, (names) => {
      expect(read(file, write(names)).lists).toEqual({ towns: names });
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['a.csv', 'name,country\nNorrby,SE\n', '1: The names are read from “name”; not used: “country”. To read other columns, choose them on its card, or call them name and type in the first line.'], // prettier-ignore
  ['a.csv', 'Norrby,12\nLund,9\n', '1: The names are read from column 1 (Norrby, …); not used: column 2 (12, …). To read other columns, choose them on its card, or add a first line that calls them name and type.'], // prettier-ignore
  ['a.json', '[{"name": "Norrby", "inhabitants": "12"}]', '1: The names are read from “name”; not used: “inhabitants”. To read other fields, choose them on its card, or call them name and type.'], // prettier-ignore
  [
    'a.csv',
    'name,type\nNorrby,LOC\nLund,\n',
    '3: Names without a type, the first one here, are in a list of their own, a.',
  ],
  ['a.csv', 'name\nNorrby\nNA\n', '3: Not used: “NA” stands for a missing value in tables. If it is a name, add it in a list with one name per line.'], // prettier-ignore
  ['a.csv', 'name,type\nNorrby,LOC\n"Lund,LOC\n', '3: Not used: a quotation mark is not closed in this line.'],
  ['a.txt', 'Boeing 747\nBoeing 707\nAirbus 320\n', '1: Every name ends with a number, which is read as part of it. If it is a count, put a tab in front of it.'], // prettier-ignore
  ['a.txt', 'DRUG aspirin\nDRUG ibuprofen\nDRUG insulin\nGENE kit\n', '1: Every name begins with a word in capitals, such as DRUG, which is read as part of it. If it is a type, put a tab behind it.'], // prettier-ignore
  ['a.txt', 'Norrby\n\n;old\nLund # in Sweden\n', '3: Lines like this one are left out as comments.'],
  ['a.jsonl', '{"label":"ORG","pattern":"Weir Bank"}\n{"label":"ORG","pattern":[{"TEXT":{"REGEX":"^Inc"}}]}\n', '2: Not used: only patterns of words (LOWER, TEXT, ORTH, NORM) are names. Write others as a rule with an expression.'], // prettier-ignore
])('%s says what is read of %j', (file, text, remark) => {
  expect(read(file, text).says).toContain(remark);
});

test.each([
  ['Vale, Ada\nBell, Mio\nLund, Ivo\n', ['Vale, Ada', 'Bell, Mio', 'Lund, Ivo']],
  ['#MeToo\n#Norrby\n#Lund\n', ['#MeToo', '#Norrby', '#Lund']],
  ['Apollo 11\nBoeing 747\nU2\n', ['Apollo 11', 'Boeing 747', 'U2']],
  ['NASA Ames\nNASA Langley\nESA Noordwijk\n', ['NASA Ames', 'NASA Langley', 'ESA Noordwijk']],
  ['Weir “Old” Bank\nAt&T\nLund\n', ['Weir “Old” Bank', 'At&T', 'Lund']],
  ['TP53\nBRCA1\nEGFR\n', ['TP53', 'BRCA1', 'EGFR']],
])('names stay as they are: %j', (text, names) => {
  expect(read('a.txt', text).lists).toEqual({ a: names });
});

test('aliases are names of the same type', () => {
  const rows = 'id,name,label,aliases\n1,Ada Vale,PER,A. Vale|Ada V.\n2,Norrby,LOC,\n';
  const ofCsv = read('a.csv', rows).lists;
  expect(ofCsv).toEqual({ PER: ['Ada Vale', 'A. Vale', 'Ada V.'], LOC: ['Norrby'] });
  const objects = [
    { name: 'Ada Vale', type: 'PER', aliases: ['A. Vale', 'Ada V.'] },
    { name: 'Norrby', type: 'LOC' },
  ];
  expect(read('a.json', json(objects)).lists).toEqual(ofCsv);
  expect(read('a.csv', 'first_name,last_name\nAda,Vale\n').lists).toEqual({ a: ['Ada Vale'] });
});

test.each([
  ['a.html', '<ul><li>Norrby</li></ul>', 'is a page or XML, no list of names'],
  ['lists.def', 'cities.lst:location\n', 'Add the lists that it names, such as cities.lst'],
  ['a.yml', 'version: "3.1"\nnlu:\n', 'is YAML that is not read'],
  ['a.json', '[{"tokens": ["Ada"], "tags": ["O"]}]', 'Expected an array of names'],
  ['a.json', '{"names": [\n', 'is not valid (line 1)'],
  ['a.txt', "['Norrby', 'Lund']\n", 'Save it as JSON, in Python with json.dump'],
])('%s is refused with what to do: %j', (file, text, reason) => {
  expect(() => readNames(file, bytesOf(text))).toThrow(reason);
});

test.each([
  ['a.json', '["Norrby", "Lund", "Old Weir"]', true],
  ['a.json', '{"PER": ["Ada Vale"], "LOC": ["Norrby"]}', true],
  ['a.json', '{"Ada Vale": "PER", "Norrby": "LOC"}', true],
  ['a.txt', 'Ada Vale\tPER\nNorrby\tLOC\nOld Weir\tLOC\n', true],
  ['a.csv', 'PER,Ada Vale\nLOC,Norrby\nLOC,Old Weir\n', true],
  ['SE.txt', GEO_NAMES, true],
  ['a.txt', 'Ada\tPER\nNorrby\tLOC\nLund\tLOC\n', false],
  ['a.txt', 'Ada\tPER\nleft\tO\nNorrby\tLOC\n', false],
  ['a.txt', 'Old Weir\tB-LOC\nAda\tB-PER\nLund\tB-LOC\n', false],
  ['a.jsonl', '{"label": "ORG", "pattern": "Weir Bank"}\n', true],
  ['a.csv', 'id,name,label,aliases\n1,Ada Vale,PER,\n', true],
  ['a.csv', 'item,itemLabel\nhttp://a.org/Q1,Norrby\n', true],
  ['eng.list', 'PER Ada Vale\nLOC Norrby\nORG Weir Bank\n', true],
  ['cities.lst', 'Norrby\nOld Weir\nLund\n', true],
  ['a.json', '["Ada lives in Norrby.", "Mio left it.", "It rains."]', false],
  ['a.json', '{"text": ["Ada"], "label": ["x"]}', false],
  ['a.jsonl', '{"text": "Ada", "label": "x"}\n', false],
  ['a.jsonl', '{"name": "Ada", "text": "Ada left.", "label": "x"}\n', false],
  ['a.csv', 'name,text,label\nAda,Ada left.,x\n', false],
])('%s with %j is a list on the page: %s', (file, text, isList) => {
  expect(looksLikeNames(file, bytesOf(text))).toBe(isList);
});

test('the border of a document of YAML is no name, and its items have no bullets', () => {
  expect(read('a.yml', '---\n- Norrby\n- "Old Norrby"\n...\n').lists).toEqual({ a: ['Norrby', 'Old Norrby'] });
});
