import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

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

test('lists of other objects are no texts in parts', () => {
  const corpus = readText(JSON.stringify({ a: [{ data: [{ text: 'x', colour: 'red' }] }] }), {}, 'other.json');
  expect(corpus.sentences).toEqual([]);
});
