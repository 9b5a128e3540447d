import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';

const utterance = (city: string) => ({
  data: [{ text: 'rain in ' }, { text: city, entity: 'city' }, { text: ' ' }, { text: 'today', entity: 'time' }],
});

test('SNIPS: the utterances of all intents', () => {
  const snips = { GetWeather: [utterance('New Oslo')], PlayMusic: [{ data: [{ text: 'play 😀 jazz' }] }] };
  const corpus = readText(JSON.stringify(snips), {}, 'train_GetWeather.json');
  expect(entitiesOf(corpus)).toEqual(['city New Oslo', 'time today']);
  expect(corpus.sentences.map(wordsOf)).toEqual(['rain in New Oslo today', 'play 😀 jazz']);
  expect(corpus.question).toBeUndefined();
});

function wordsOf({ tokens }: { tokens: readonly string[] }): string {
  return tokens.join(' ');
}

test('snips-nlu: the slot is the type, below intents', () => {
  const data = [{ text: 'from ' }, { text: 'Oslo', entity: 'snips/city', slot_name: 'origin' }];
  const snips = {
    language: 'en',
    intents: { fly: { utterances: [{ data }] }, stop: { utterances: [] } },
    entities: {},
  };
  expect(entitiesOf(readText(JSON.stringify(snips), {}, 'dataset.json'))).toEqual(['origin Oslo']);
});

test('Dialogflow: the parameter is the type', () => {
  const said = [
    {
      id: 'a',
      data: [
        { text: 'fly to ', userDefined: false },
        { text: 'Oslo', alias: 'to', meta: '@sys.geo-city', userDefined: true },
      ],
      isTemplate: false,
      count: 0,
    },
  ];
  expect(entitiesOf(readText(JSON.stringify(said), {}, 'fly_usersays_en.json'))).toEqual(['to Oslo']);
});

const SENTENCES = [{ text: 'hello there friend' }, { text: 'another tweet is here' }];

test.each<[string, object]>([
  ['texts in a list', { data: SENTENCES }],
  ['texts in a list, with other members', { object: 'list', data: SENTENCES }],
  ['texts with what looks like a type', { data: SENTENCES.map((text) => ({ ...text, entity: 'review' })), page: 1 }],
  ['texts with metadata', { data: SENTENCES.map((text) => ({ ...text, meta: 'news' })) }],
  ['paragraphs of objects', [{ id: 1, data: SENTENCES }]],
  ['paragraphs below a name', { pages: [{ data: SENTENCES }, { data: SENTENCES.slice(1) }] }],
  ['parts with other members', { a: [{ data: [{ text: 'x', colour: 'red' }] }] }],
])('%s are no texts in parts', (_, value) => {
  const corpus = readText(JSON.stringify(value), {}, 'other.json');
  expect(entitiesOf(corpus)).toEqual([]);
  expect(corpus.sentences.flatMap(({ tokens }) => tokens)).not.toContain('friendanother');
});
