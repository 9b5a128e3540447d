import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const YAML = `# flights
---
type: intent
name: searchFlight
slots:
  - name: origin
    entity: city
  - name: date
    entity: snips/datetime
utterances:
  - find a flight from [origin](Oslo) to [destination:city](New Lund)
  # a comment
  - "leave [date:snips/datetime](this: weekend)"
  - 'it''s a long
    way to [destination](Varde)'
  - hello there

---
type: entity
name: city
values:
  - Oslo
  - [New Lund, Lund]
---
type: intent
name: wait
utterances:
- wait in [place](Varde)
`;

test('SNIPS: slots are marked the other way round than in Rasa, and values of entities are no utterances', () => {
  const corpus = readText(YAML, {}, 'flights.yaml');
  expect(tokensOf(corpus)).toEqual([
    'find a flight from Oslo to New Lund',
    'leave this : weekend',
    "it 's a long way to Varde",
    'hello there',
    'wait in Varde',
  ]);
  expect(entitiesOf(corpus)).toEqual([
    'origin Oslo',
    'destination New Lund',
    'date this : weekend',
    'destination Varde',
    'place Varde',
  ]);
  expect([corpus.problems, corpus.question, corpus.format]).toEqual([[], undefined, 'snips']);
  expect(corpus.sentences.map(({ line }) => line)).toEqual([11, 13, 14, 16, 28]);
});
