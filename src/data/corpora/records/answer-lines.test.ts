import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const INPUTS = ['Ada Lin saw Varde.', 'Bo, Cy and Ada met.', 'It rained.'];
const instruction = 'Find the entities.';

const read = (
  outputs: readonly string[],
  recordOf = (input: string, output: string): object => ({ instruction, input, output }),
) => readText(outputs.map((output, i) => JSON.stringify(recordOf(INPUTS[i]!, output))).join('\n'), {}, 'a.jsonl');

test.each<[string, string[]]>([
  ['lines', ['Person: Ada Lin\nPlace: Varde', 'Person: Bo, Cy, Ada', 'None']],
  [
    'lines of a list',
    ['- Person: Ada Lin\n- Place: Varde', '* Person: Bo; Cy; Ada\n* Place: none', 'No entities found.'],
  ],
  ['bold types', ['**Person**: Ada Lin\n**Place:** Varde', '**Person:** Bo, Cy, Ada', 'N/A']],
  ['one line', ['Person: Ada Lin; Place: Varde', 'Person: Bo, Cy, Ada; Place: -', '[]']],
  ['one line with bars', ['Person: Ada Lin | Place: Varde', 'Person: Bo, Cy, Ada | Place: -', '[]']],
  ['a type in several lines', ['Person: Ada Lin\nPlace: Varde', 'Person: Bo\nPerson: Cy\nPerson: Ada', 'none']],
  ['words before their types', ['Ada Lin: Person\nVarde: Place', 'Bo: Person\nCy: Person\nAda: Person', 'None.']],
  ['a line above', ['Entities:\nPerson: Ada Lin\nPlace: Varde', 'Entities:\nPerson: Bo, Cy, Ada', 'Entities: none']],
])('answers of language models with their entities in %s', (_, outputs) => {
  const found = ['Person Ada Lin', 'Place Varde', 'Person Bo', 'Person Cy', 'Person Ada'];
  for (const recordOf of [
    undefined,
    (text: string, response: string) => ({ text, response }),
    (text: string, entities: string) => ({ text, entities }),
    (user: string, answer: string) => ({
      messages: [{ role: 'user', content: user }, { role: 'assistant', content: answer }], // prettier-ignore
    }),
  ]) {
    const corpus = read(outputs, recordOf);
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(found);
    expect(corpus.sentences).toHaveLength(3);
  }
});

test('a comma before a year is in a date', () => {
  const entities = 'Person: Ada, Bo | Date: May 3, 2026; June 4, 1066';
  const text = 'Ada and Bo met on May 3, 2026 and June 4, 1066.';
  expect(entitiesOf(readText(JSON.stringify({ text, entities }), {}, 'a.jsonl'))).toEqual([
    'Person Ada',
    'Person Bo',
    'Date May 3 , 2026',
    'Date June 4 , 1066',
  ]);
});

test('names that may be no types are asked about', () => {
  const { question } = read(['Star: Ada Lin\nTown: Varde', 'Star: Bo, Cy, Ada']);
  expect(question?.what).toBe('Are these words of the texts entities, and these names their types?');
});

test.each([
  ['other texts', ['It is a town: Varde lies there.', 'Note: they met.', 'Answer: yes']],
  ['words that do not occur', ['Person: Dee', 'Person: Eve', 'Place: Ribe']],
])('%s are no entities', (_, outputs) => {
  expect(entitiesOf(read(outputs))).toEqual([]);
});
