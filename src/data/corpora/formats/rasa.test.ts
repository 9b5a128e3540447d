import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test('examples of intents in YAML, with all kinds of marks; other lists are not read', () => {
  const yaml = `version: "3.1"
nlu:
# greetings
- intent: greet
  examples: |
    - hey
    - I am [Ada](person:Ada Byrne)
- synonym: Oslo
  examples: |
    - Christiania
- intent: travel/book
  examples:
  - text: |
      from [Oslo]{"entity": "city", "role": "from"} to [Varde]{entity: 'city'}
    metadata: {a: 1}
  - text: "fly [there](place) [now](time)"
- lookup: city
  examples: |
    - Bergen
`;
  const corpus = readText(yaml, {}, 'nlu.yml');
  expect(corpus.format).toBe('rasa');
  expect(tokensOf(corpus)).toEqual(['hey', 'I am Ada', 'from Oslo to Varde', 'fly there now']);
  expect(entitiesOf(corpus)).toEqual(['person Ada', 'city Oslo', 'city Varde', 'place there', 'time now']);
});

test('Markdown of version 1; a mark without a type is reported', () => {
  const corpus = readText(
    '## intent:go\n- to [Oslo](city)\n- to [Varde]{"role": "to"}\n\n## synonym:x\n- y\n',
    {},
    'nlu.md',
  );
  expect(tokensOf(corpus)).toEqual(['to Oslo']);
  expect(corpus.problems).toMatchObject([{ line: 3, kind: 'rasa' }]);
});

test('steps of rules and stories in the same file are no examples', () => {
  const yaml = `version: "3.1"
nlu:
- intent: greet
  examples: |
    - hey [Ada](person)
rules:
- rule: Say hello
  steps:
  - intent: greet
  - action: utter_greet
nlu:
- intent: go
  examples: |
    - to [Oslo](city)
responses:
  utter_greet:
  - text: "Hello"
`;
  expect(tokensOf(readText(yaml, {}, 'nlu.yml'))).toEqual(['hey Ada', 'to Oslo']);
});
