import { expect, test } from 'vitest';
import { entitiesOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { writePredictions } from '../write-predictions.ts';
import { openCorpus } from './open-corpus.ts';

async function opened(text: string, name: string) {
  const file = await openCorpus(new File([text], name));
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { file, bytes, corpus: readCorpus(file.name, bytes) };
}

test.each([
  ['commas', 'a.csv', 'id,note,year\n7,"[Ada](PER), 😀 saw [Varde](LOC) .",1987\n8,[Bo](PER) left .,1988\n'],
  ['tabs', 'a.tsv', 'id\tnote\tyear\n7\t[Ada]{PER}, 😀 saw [Varde]{LOC} .\t1987\n8\t[Bo]{PER} left .\t1988\n'],
  [
    'elements',
    'a.csv',
    'id,text,year\n7,"<PER>Ada</PER>, 😀 saw <LOC>Varde</LOC> .",1987\n8,<PER>Bo</PER> left .,1988\n',
  ],
  ['a byte order mark', 'a.csv', '\uFEFFid;text;year\r\n7;[Ada](PER), 😀 saw [Varde](LOC) .;1987\r\n8;[Bo](PER) left .;1988\r\n'], // prettier-ignore
])('rows with marked entities, with %s, keep their other fields', async (_, name, text) => {
  const { bytes, corpus } = await opened(text, name);
  expect(corpus.question).toBeUndefined();
  expect([corpus.documents, entitiesOf(corpus)]).toEqual([2, ['PER Ada', 'LOC Varde', 'PER Bo']]);
  expect(tokensOf(corpus)[0]).toBe('Ada , 😀 saw Varde .');
  const tags = corpus.sentences.map((sentence) => sentence.tags);
  const [first] = writePredictions(bytes, corpus, { tags, style: corpus.style }).split('\n');
  expect(JSON.parse(first!)).toMatchObject({
    id: '7',
    text: 'Ada, 😀 saw Varde .',
    year: '1987',
    predicted_entities: [
      { type: 'PER', text: 'Ada', start: 0, end: 3 },
      { type: 'LOC', text: 'Varde', start: 11, end: 16 },
    ],
  });
});

test.each([
  ['links to one page', 'id,text\n1,The [home](index) is [here](index).\n2,"See [us](index), or [back](index)."\n'],
  ['elements of HTML', 'id,text\n1,<LI>Milk</LI><LI>Eggs</LI>\n2,<LI>Tea</LI> and <EM>Milk</EM>\n3,<LI>Eggs</LI>\n'],
  [
    'elements that end otherwise',
    'id,text\n1,<PER>Ada</LOC> left\n2,<PER>Bo</LOC> left <LOC>Ribe</PER>\n3,<PER>Bo</LOC> left\n',
  ],
  ['a text beside the marked one', 'text,note\nAda left,[Ada](PER) left\nBo saw Ada,[Bo](PER) saw [Ada](PER)\n'],
])('a table with %s stays as it is', async (_, text) => {
  expect((await openCorpus(new File([text], 'a.csv'))).name).toBe('a.csv');
});

test.each([
  ['commas', 'a.csv', ','],
  ['tabs in a text file', 'a.txt', '\t'],
  ['tabs', 'a.tab', '\t'],
])('rows whose marks are asked about keep their other fields, with %s', async (_, name, separator) => {
  const rows = [
    ['id', 'text', 'year'],
    ['7', 'See [home](index) or [us](about) .', '1987'],
    ['8', 'Go [back](index) or [on](about) .', '1988'],
  ];
  const { bytes, file } = await opened(rows.map((row) => `${row.join(separator)}\n`).join(''), name);
  expect(readCorpus(file.name, bytes).question?.isAboutWords).toBe(true);
  const corpus = readCorpus(file.name, bytes, { scheme: 'BIO' });
  expect([corpus.question, entitiesOf(corpus)[0]]).toEqual([undefined, 'index home']);
  const tags = corpus.sentences.map((sentence) => sentence.tags);
  const [first] = writePredictions(bytes, corpus, { tags, style: corpus.style }).split('\n');
  expect(JSON.parse(first!)).toMatchObject({ id: '7', year: '1987' });
});

test.each([
  ['[]', ['7', '[]']],
  ['', ['7', '']],
  ['None', ['7', 'None']],
])('rows with marks and entities of %s keep their other fields', async (_, [id, entities]) => {
  const { corpus, bytes } = await opened(`id,text,entities\n${id},[Ada](PER) left .,${entities}\n`, 'a.csv');
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ id, text: 'Ada left .', entities: [[0, 3, 'PER']] });
});

const SONGS = [['play 😀 Fog by Ada Lin', 'play 😀 <song>Fog</song> by <singer>Ada Lin||Ada L.</singer>'], ['stop', 'stop'], ['more of Bo', 'more of <singer>Bo</singer>']]; // prettier-ignore

test.each([
  ['without a header, as in NLPCC 2018', 'a.txt', '\t', []],
  ['in a table', 'a.csv', ',', ['id,query,intent,annotation']],
  ['with usual names', 'a.tsv', '\t', ['id\ttext\tintent\ttagged']],
  ['with the marked text first', 'a.csv', ',', ['id,annotation,intent,text']],
])('a text beside the same one with its entities in elements of any name, %s', async (_, name, by, header) => {
  const isFirst = header[0]?.includes('id,annotation') === true;
  const rows = [...SONGS, ...SONGS].map(([plain, marked], i) => [i, isFirst ? marked : plain, 'play', isFirst ? plain : marked].join(by)); // prettier-ignore
  const { corpus } = await opened([...header, ...rows, ''].join('\n'), name);
  expect(corpus.question).toBeUndefined();
  const entities = ['song Fog', 'singer Ada Lin', 'singer Bo'];
  expect([tokensOf(corpus)[0], entitiesOf(corpus)]).toEqual(['play 😀 Fog by Ada Lin', [...entities, ...entities]]);
  expect(corpus.sentences).toHaveLength(6);
});

test('a text beside the same one in HTML has no entities', async () => {
  const rows = ['id,text,html', ...SONGS.map(([plain], i) => `${i},${plain},<p>${plain!.replace(/\S+/, '<em>$&</em>')}</p>`)]; // prettier-ignore
  expect((await openCorpus(new File([`${rows.join('\n')}\n`], 'a.csv'))).name).toBe('a.csv');
});
