import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';

const ENTITIES = ['PER Ada Byrne', 'LOC Varde', 'PER Bo', 'LOC Ribe'];

describe('a sentence with its entities in a line', () => {
  test.each([
    ['words ||| tags', 'Ada Byrne saw Varde .|||B-PER I-PER O B-LOC O\nBo left Ribe .|||B-PER O B-LOC O\n'],
    [
      'words ||| tags, with spaces',
      'Ada Byrne saw Varde . ||| B-PER I-PER O B-LOC O\n\nBo left Ribe . ||| B-PER O B-LOC O\n',
    ],
    ['tags in brackets', 'Ada[B-PER] Byrne[I-PER] saw[O] Varde[B-LOC] .[O]\nBo[B-PER] left[O] Ribe[B-LOC] .[O]\n'],
    ['types in parentheses', '[Ada Byrne](PER) saw [Varde](LOC) .\n[Bo](PER) left [Ribe](LOC) .\n'],
    ['types in braces', '[Ada Byrne]{PER} saw [Varde]{LOC} .\n[Bo]{PER} left [Ribe]{LOC} .\n'],
    ['types before the words', '[PER Ada Byrne] saw [LOC Varde] .\n[PER Bo] left [LOC Ribe] .\n'],
    ['types and a colon before the words', '[PER:Ada Byrne] saw [LOC: Varde] .\n[PER:Bo] left [LOC:Ribe] .\n'],
    ['types behind a bar', '[Ada Byrne|PER] saw [Varde|LOC] .\n[Bo|PER] left [Ribe|LOC] .\n'],
    ['types behind a colon', '<Ada Byrne:PER> saw <Varde:LOC> .\n<Bo:PER> left <Ribe:LOC> .\n'],
    ['marks of YEDDA', '[@Ada Byrne#PER*] saw [@Varde#LOC*] .\n[@Bo#PER*] left [$Ribe#LOC*] .\n'],
    ['types in double braces', '{{PER:Ada Byrne}} saw {{LOC:Varde}} .\n{{PER:Bo}} left {{LOC:Ribe}} .\n'],
    ['usual types in lower case', '[Ada Byrne](per) saw [Varde](loc) .\n[Bo](per) left [Ribe](loc) .\n', true],
    [
      'words ||| parts of speech ||| tags',
      'Ada Byrne saw Varde .|||N N V N P|||B-PER I-PER O B-LOC O\nBo left Ribe .|||N V N P|||B-PER O B-LOC O\n',
    ],
    ['words and tags at tabs', 'Ada Byrne saw Varde .\tB-PER I-PER O B-LOC O\nBo left Ribe .\tB-PER O B-LOC O\n'],
  ])('%s', (_, text, isLower = false) => {
    const corpus = readText(text, {}, 'a.txt');
    const isWithin = /^(\[PER|<|\{|\[[\w ]+\|)/.test(text); // the type is, as in placeholders
    const { reason = '' } = corpus.question ?? {};
    expect(reason.includes('placeholders')).toBe(isWithin);
    expect(corpus.question !== undefined).toBe(isWithin);
    expect(readText(text, { scheme: 'BIO' }, 'a.txt').question).toBeUndefined();
    const entities = entitiesOf(corpus);
    expect(entities).toEqual(
      isLower ? ENTITIES.map((entity) => entity.replace(/^\w+/, (type) => type.toLowerCase())) : ENTITIES,
    );
    expect(tokensOf(corpus)).toEqual(['Ada Byrne saw Varde .', 'Bo left Ribe .']);
    expect(corpus.sentences.map(({ line }) => line)).toEqual([1, text.includes('\n\n') ? 3 : 2]);
  });

  test('a line without as many tags is reported', () => {
    const lines = Array.from({ length: 20 }, () => 'Bo left Ribe .|||B-PER O B-LOC O\n').join('');
    const corpus = readText(`${lines}Ada saw Bo .|||B-PER O\n`, {}, 'a.txt');
    expect(tagsOf(corpus)).toHaveLength(20);
    expect(corpus.problems.some(({ line, severity }) => line === 21 && severity === 'error')).toBe(true);
  });

  test('types of single words in brackets are refused', () => {
    const text = 'Ada[PER] Byrne[PER] saw Varde[LOC] .\nBo[PER] left Ribe[LOC] .\n';
    expect(() => readText(text, {}, 'a.txt')).toThrow('words with their types in brackets, such as Ada[PER]');
  });
});

test.each([
  ['Korean', '<이한희:PS>가 <서울:LC>에 갔다 .\n<보:PS>는 왔다 .\n<부산:LC>이다 .\n', 'PS 이한희', '이한희 가'],
  [
    'slots',
    'wake me at [time : nine am] .\ncall [who : ada] at [time : ten] .\ngo at [time : noon] .\n',
    'time nine am',
    'wake me at nine am .',
  ],
])('types beside a colon that are not usual are asked about: %s', (_, text, entity, words) => {
  expect(readText(text, {}, 'a.txt').question?.isAboutWords).toBe(true);
  const corpus = readText(text, { scheme: 'BIO' }, 'a.txt');
  expect(entitiesOf(corpus)[0]).toBe(entity);
  expect(tokensOf(corpus)[0]).toMatch(words);
});

test.each([
  ['without tags of single words', 'Ada[PER] saw[O] Varde[LOC] .[O]\nBo[PER] left[O] .[O]\n', 'Ada saw Varde .'],
  ['with comments', '# 1\nAda saw Varde .|||B-PER O B-LOC O\n# 2\nBo left .|||B-PER O O\n', 'Ada saw Varde .'],
  ['marks in marks', '[Port of [Varde](LOC)](ORG)\n[Ada](PER) left the [Port of [Ribe](LOC)](ORG)\n', 'Port of Varde'],
  ['types that do not repeat', '[Ada](PER) saw [Varde](LOC) .\n\n[Bo](ORG) left .\n', 'Ada saw Varde .'],
  ['items of a list', '1. [Ada](PER) saw [Varde](LOC) .\n2. [Bo](PER) left .\n', '1. Ada saw Varde .'],
  ['a column of a table', 'id\ttext\n1\t[Ada](PER) saw [Varde](LOC) .\n2\t[Bo](PER) left .\n', 'Ada saw Varde .'],
  ['a table of one column', 'text\n"[Ada](PER) saw [Varde](LOC) ."\n"[Bo](PER) left ."\n', 'Ada saw Varde .', 'a.csv'],
  [
    'a column with commas',
    'id,text\n1,[Ada](PER) saw [Varde](LOC) .\n2,[Bo](PER) left .\n',
    'Ada saw Varde .',
    'a.csv',
  ],
])('lines %s are read', (_, text, first, file = 'a.txt') => {
  const corpus = readText(text, {}, file);
  expect(corpus.question).toBeUndefined();
  expect(tokensOf(corpus)[0]).toBe(first);
  expect(entitiesOf(corpus)).toHaveLength(3);
  expect(corpus.sentences.map(({ tokens }) => tokens.join('')).join('')).not.toMatch(/[[\](]/);
});

test.each([
  ['links to pages', 'The [home](index) is [here](index).\nSee [us](about), or [back](index).\nOr [me](about).\n'],
  ['examples of Rasa', 'fly to [Varde](city:VRD) on [Monday](day)\nsee [Ribe](city:RIB)\nleave [Ribe](city)\n'],
  ['entities in few lines', `[Ada](PER) saw [Varde](LOC) .\n${'It rained .\n'.repeat(5)}[Bo](PER) left .\n`],
  ['a log', '[main](INFO) started\n[main](WARN) slow\n[main](INFO) stopped\n'],
  ['formulas', 'Here [f](x) is more than [g](x).\nThen [f](y) is more.\n'],
  ['glosses', '[hus](house) [hund](dog)\n[hus](house) [hund](dog)\n'],
])('%s may have entities: the reader asks', (_, text) => {
  const { question } = readText(text, {}, 'a.txt');
  expect(question?.what).toBe('Are entities and their types marked in this way?');
  expect(readText(text, question!.options[0]!.settings, 'a.txt').question).toBeUndefined();
});

test.each([
  ['translations', 'ein Haus ||| a house\nein Baum ||| a tree\nder Hund ||| the dog\n', 'several texts in each line'],
  ['words in capitals', 'EIN HAUS ||| A HOUSE\nEIN BAUM ||| A TREE\n', 'several texts in each line'],
  ['alignments', 'ein Haus ||| a house ||| 0-0 1-1\nja ||| yes ||| 0-0\n', 'several texts in each line'],
  ['classes', 'fly to Ribe|||flight\nrain in Ribe|||weather\nfly|||flight\n', 'several texts in each line'],
  ['parts of speech', 'The[DT] dog[NN] sees[VBZ] it[PRP] .[.]\nIt[PRP] barks[VBZ] .[.]\n', 'such as The[DT]'],
  ['parts of speech at slashes', 'The/DT dog/NN barks/VBZ ./.\nA/DT cat/NN sleeps/VBZ ./.\n', 'such as The/DT'],
])('%s are refused', (_, text, message) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow(message);
});

test.each([
  ['notes', 'As Ada wrote[1] , it rained[2] .\nBo left[3] Ribe .\nIt rained[4] .\n'],
  ['placeholders', '[PER 1] and [PER 2] of [ORG 1] met Ada .\n[PER 3] left .\n'],
  ['links', 'See [the town](https://a.net) and [it](b.html).\nSee [Ribe](Ribe) or [Varde](Varde).\nSee [here](c/d).\n'],
  [
    'links to one page',
    'A [term](glossary) and a [word](glossary).\nAnother [term](glossary).\nOne [more](glossary).\n',
  ],
  ['links to names', 'See [docs](docs) and [the API](the-api).\nThe [API](api) is [here](API).\nSee [docs](docs).\n'],
  [
    'wiki links',
    '[[Ribe]] is in [[Denmark]].\nIt has a [[Harbour|harbour]] and [[Tram|trams]].\n[[Bo]] was born here.\n',
  ],
  ['questions and answers', '[Q] Where do you live?\n[A] In Ribe.\n[Q] And Bo?\n[A] In Varde.\n'],
  ['what was removed', 'Dear [NAME], call [PHONE].\n[NAME] lives in [CITY].\n[NAME] left on [DATE].\n'],
  ['glosses of unspaced words', '[北京](Beijing) and [上海](Shanghai).\n[東京](Tokyo) is in [日本](Japan).\n'],
  ['speakers', '[SPEAKER 1] It rained.\n[SPEAKER 2] It rained, too.\n[SPEAKER 1] It did.\n'],
  ['few marks', 'See [it](PER).\nBo left Ribe.\nIt rained.\nAda saw Bo.\n'],
])('%s are running text', (_, text) => {
  expect(() => readText(text, {}, 'a.txt')).toThrow('is running text');
});

test('elements called category, as in the NCBI disease corpus, behind the number of a text', () => {
  const lines = [
    '12\tA <category="Modifier">rash</category> of Ada.',
    '13\tIn <category="DiseaseClass">old fever</category> we saw.',
  ];
  const corpus = readText(lines.join('\n'), {}, 'a.txt');
  expect(entitiesOf(corpus)).toEqual(['Modifier rash', 'DiseaseClass old fever']);
  expect(corpus.question).toBeUndefined();
});
