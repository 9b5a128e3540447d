import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { formatCell } from '../../../lib/csv.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { entityCellsToJson, mayHaveEntityCells } from '../containers/entity-cells.ts';
import { hasListCells, listTableToJson } from '../containers/list-table.ts';

interface Entity {
  words: string;
  type: string;
}

/** Texts with their entities, some of which have what is between entities. */
const TEXTS: readonly { text: string; entities: readonly Entity[] }[] = [
  { text: 'Ada Byrne saw the old town of Varde in May .', entities: [{ words: 'Ada Byrne', type: 'PERSON' }, { words: 'Varde', type: 'LOCATION' }] },
  { text: 'There was nobody else to ask about it .', entities: [] },
  { text: 'It rained in Ribe , Denmark , and nobody came .', entities: [{ words: 'Ribe , Denmark', type: 'LOCATION' }] },
  { text: 'Later Bo left the Oak Company for good .', entities: [{ words: 'Bo', type: 'PERSON' }, { words: 'Oak Company', type: 'Organisation' }] },
]; // prettier-ignore
const TOKENS = TEXTS.map(({ text }) => text);
const ENTITIES = TEXTS.flatMap(({ entities }) => entities.map(({ words, type }) => `${type} ${words}`));

type Item = (entity: Entity) => string;
const ITEMS: readonly Item[] = [
  ({ words, type }) => `${words}:${type}`,
  ({ words, type }) => `${words}: ${type}`,
  ({ words, type }) => `${type}:${words}`,
  ({ words, type }) => `${type}: ${words}`,
  ({ words, type }) => `${words} (${type})`,
  ({ words, type }) => `(${words}, ${type})`,
  ({ words, type }) => `[${type}] ${words}`,
  ({ words, type }) => `${words} [${type}]`,
  ({ words, type }) => `${words}=${type}`,
  ({ words, type }) => `${type}=${words}`,
  ({ words, type }) => `${words}/${type}`,
  ({ words, type }) => `${words}|${type}`,
  ({ words, type }) => `${words} - ${type}`,
  ({ words, type }) => `${words} -> ${type}`,
];
/** How the entities of a text may be given in a string; all of a file in the same way. */
const strings: fc.Arbitrary<(entities: readonly Entity[]) => string> = fc
  .record({ item: fc.constantFrom(...ITEMS), between: fc.constantFrom('; ', ';', ', ', ' | ', '\n') })
  .map(
    ({ item, between }) =>
      (entities) =>
        entities.map(item).join(between),
  );

const table = fc.record({
  string: strings,
  names: fc.constantFrom(['text', 'entities'], ['sentence', 'ner'], ['text', 'labels'], ['content', 'annotations'], ['Text', 'Entities'], ['post', 'found']),
  separator: fc.constantFrom(',', '\t', ';'),
}); // prettier-ignore

test('entities in a column are read, however they are written with their types', () => {
  fc.assert(
    fc.property(table, ({ string, names, separator }) => {
      const rows = TEXTS.map(({ text, entities }) => [text, string(entities)]);
      const cells = [names, ...rows].map((row) => row.map((cell) => formatCell(cell, separator)).join(separator));
      const text = `${cells.join('\n')}\n`;
      const json =
        (hasListCells(text) ? listTableToJson(text) : undefined) ??
        (mayHaveEntityCells('a.csv', text) ? entityCellsToJson('a.csv', text) : undefined);
      const corpus = readText(json!, {}, 'a.jsonl');
      expect([corpus.question, tokensOf(corpus), entitiesOf(corpus)]).toEqual([undefined, TOKENS, ENTITIES]);
    }),
    { numRuns: 70, seed: 11 },
  );
});

const INSTRUCTION = 'Extract the named entities.';
type Prompt = (text: string, answer: string) => unknown;
const PROMPTS: readonly Prompt[] = [
  (input, output) => ({ instruction: INSTRUCTION, input, output }),
  (input, output) => ({ input, output }),
  (text, completion) => ({ prompt: `${INSTRUCTION}\n\nText: ${text}`, completion }),
  (text, completion) => ({ prompt: `${INSTRUCTION}\n${text}\n\nEntities:`, completion }),
  (text, completion) => ({ prompt: `${text}\n\n###\n\n`, completion: ` ${completion} END` }),
  (text, content) => ({ messages: [{ role: 'system', content: INSTRUCTION }, { role: 'user', content: text }, { role: 'assistant', content }] }),
  (text, content) => ({ messages: [{ role: 'user', content: `${INSTRUCTION}\n\nText: ${text}` }, { role: 'assistant', content }] }),
  (value, answer) => ({ conversations: [{ from: 'human', value }, { from: 'gpt', value: answer }] }),
]; // prettier-ignore
const marked = (mark: (entity: Entity) => string) => (entities: readonly Entity[], text: string) =>
  entities.reduce((all, entity) => all.replace(entity.words, mark(entity)), text);
const ANSWERS: readonly ((entities: readonly Entity[], text: string) => string)[] = [
  (entities) => JSON.stringify(Object.fromEntries([...groupBy(entities, ({ type }) => type)].map(([type, own]) => [type, own.map(({ words }) => words)]))),
  (entities) => JSON.stringify(entities.map(({ words, type }) => ({ entity: words, type }))),
  (entities) => JSON.stringify(entities.map(({ words, type }) => [words, type])),
  (entities) => entities.map(({ words, type }) => `${type}: ${words}`).join('\n') || 'None',
  (entities) => entities.map(({ words, type }) => `- ${words} (${type})`).join('\n') || 'None',
  (entities) => entities.map(({ words, type }) => `${words} (${type})`).join('; ') || 'No entities found.',
  marked(({ words, type }) => `<${type}>${words}</${type}>`),
  marked(({ words, type }) => `[${words}](${type})`),
]; // prettier-ignore

test('the entities of instruction data are read, with the text alone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PROMPTS), fc.constantFrom(...ANSWERS), (prompt, answer) => {
      const records = TEXTS.map(({ text, entities }) => JSON.stringify(prompt(text, answer(entities, text))));
      const corpus = readText(records.join('\n'), {}, 'a.jsonl');
      expect([corpus.question, tokensOf(corpus), entitiesOf(corpus)]).toEqual([undefined, TOKENS, ENTITIES]);
    }),
    { numRuns: 70, seed: 11 },
  );
});
