import { expect, test } from 'vitest';
import { hasNoText, nameGroups, nextDoubtful, occurrences, withEntities } from './entities.ts';
import type { DocumentEntity } from './store.ts';

const BLOCKS = ['Ada met Ada Vale.', 'ADA left Adagio for Ada.'].map((text) => ({ text, place: '' }));
const entity = (id: number, block: number, start: number, end: number, probability = 1): DocumentEntity => {
  return { id, block, start, end, type: 'PER', probability, by: 'model' };
};

test('a name occurs as a whole word, whatever its case, where there is no entity', () => {
  expect(occurrences(BLOCKS, 'Ada', [entity(1, 0, 8, 16)])).toEqual([
    { block: 0, start: 0, end: 3 },
    { block: 1, start: 0, end: 3 },
    { block: 1, start: 20, end: 23 },
  ]);
  expect(occurrences(BLOCKS, '  ', [])).toEqual([]);
});

test('a marked text replaces what it overlaps; entities stay in order', () => {
  const entities = [entity(1, 0, 8, 11), entity(2, 1, 0, 3)];
  expect(withEntities(entities, [entity(3, 0, 8, 16)]).map(({ id }) => id)).toEqual([3, 2]);
});

test('the next doubtful entity, from the beginning after the last; decided ones are not', () => {
  const entities = [entity(1, 0, 0, 3, 0.5), entity(2, 0, 8, 16, 0.9), { ...entity(3, 1, 0, 3, 0.4), isDecided: true }];
  expect(nextDoubtful(entities, 0.8, undefined)?.id).toBe(1);
  expect(nextDoubtful(entities, 0.8, 1)?.id).toBe(1);
  expect(nextDoubtful(entities, 0.95, 1)?.id).toBe(2);
  expect(nextDoubtful(entities, 0.3, undefined)).toBeUndefined();
});

test('names are grouped whatever their case', () => {
  const entities = [entity(1, 0, 0, 3), entity(2, 0, 8, 16), entity(3, 1, 0, 3)];
  const document = { id: 7, blocks: BLOCKS, entities };
  expect(nameGroups([document]).map(({ name, occurrences: { length } }) => [name, length])).toEqual([
    ['Ada', 2],
    ['Ada Vale', 1],
  ]);
  const [ada] = nameGroups([document, { ...document, id: 8 }]);
  expect(ada!.occurrences.map(({ document: id, entity: of }) => [id, of])).toEqual([
    [7, 1],
    [7, 3],
    [8, 1],
    [8, 3],
  ]);
});

test('a document that is read and has no text is empty, unless a note says why', () => {
  const block = { place: 'line 1', text: ' ' };
  expect(hasNoText({ phase: 'done', blocks: [], notes: [] })).toBe(true);
  expect(hasNoText({ phase: 'done', blocks: [block], notes: [] })).toBe(true);
  expect(hasNoText({ phase: 'reading', blocks: [], notes: [] })).toBe(false);
  expect(hasNoText({ phase: 'done', blocks: [], notes: ['Its pages are images.'] })).toBe(false);
  expect(hasNoText({ phase: 'done', blocks: [{ ...block, text: 'Mira' }], notes: [] })).toBe(false);
});
