import { describe, expect, test } from 'vitest';
import { reduce } from './reduce.ts';
import { DEFAULT_TYPES, spanTypes, typesFor } from './set.ts';
import type { Rule } from '../rules/rule.ts';
import { sentence, setOf } from '../testing.ts';

describe('a set', () => {
  test('an import continues the numbers of sentences and documents, and adds the types of its spans', () => {
    const first = setOf([sentence('Nora sails .'), sentence('Ivo stays .')]);
    const set = reduce(first, {
      kind: 'import',
      sentences: [sentence('Rail strike .', [{ start: 0, end: 2, type: 'EVENT' }], 'accepted')],
    });
    expect(set.sentences.map(({ id, source }) => [id, source.document])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
    ]);
    expect(set.types).toEqual([...DEFAULT_TYPES, { name: 'EVENT', colour: 4, key: '5' }]);
  });

  test('an import adds the types that only refused spans have', () => {
    const refused = [{ start: 0, end: 1, type: 'SHIP' }];
    const { types } = setOf([{ ...sentence('Nora sails .'), refused }]);
    expect(types.map(({ name }) => name)).toEqual(['PER', 'ORG', 'LOC', 'MISC', 'SHIP']);
  });

  test('types have the same colours as on the rest of the page, in any order', () => {
    const colours = (names: readonly string[]) => spanTypes(names).map(({ name, colour }) => `${name} ${colour}`);
    expect(colours(['LOC', 'PER'])).toEqual(['LOC 2', 'PER 0']);
    expect(colours(['SHIP', 'PERSON', 'PORT'])).toEqual(['SHIP 2', 'PERSON 0', 'PORT 1']);
    const chosen = [{ name: 'SHIP', colour: 0, key: '1' }];
    expect(spanTypes(['PER', 'SHIP'], chosen)).toEqual([...chosen, { name: 'PER', colour: 1, key: '2' }]);
  });

  test('an edit changes only the fields that it has', () => {
    const set = setOf([sentence('Nora sails .'), sentence('Ivo stays .')]);
    const spans = [{ start: 0, end: 1, type: 'PER' }];
    const { sentences } = reduce(set, { kind: 'edit', edits: [{ id: 1, spans, state: 'accepted' }] });
    expect(sentences[0]).toBe(set.sentences[0]);
    expect(sentences[1]).toEqual({ ...set.sentences[1], spans, state: 'accepted' });
  });

  test('new offsets give new tokens', () => {
    const set = setOf([sentence('Westmark-Aldport line')]);
    const offsets = [
      { start: 0, end: 8 },
      { start: 8, end: 9 },
      { start: 9, end: 16 },
      { start: 17, end: 21 },
    ];
    const { sentences } = reduce(set, { kind: 'edit', edits: [{ id: 0, offsets, spans: [] }] });
    expect(sentences[0]!.tokens).toEqual(['Westmark', '-', 'Aldport', 'line']);
  });

  test('renaming a type renames its spans; removing a type removes them', () => {
    const spans = [
      { start: 0, end: 1, type: 'PER' },
      { start: 1, end: 2, type: 'ORG' },
    ];
    const set = setOf([sentence('Nora Rail', spans), sentence('Ivo')]);
    const types = spanTypes(['PERSON']);
    const { sentences } = reduce(set, { kind: 'types', types, renamed: { PER: 'PERSON' } });
    expect(sentences[0]!.spans).toEqual([{ start: 0, end: 1, type: 'PERSON' }]);
    expect(sentences[1]).toBe(set.sentences[1]);
  });

  test('rules add their types, follow a new name, and go with their type', () => {
    const rule = (type: string): Rule => ({ kind: 'names', type, value: 'Nora', before: '', after: '' });
    const ruled = reduce(setOf([sentence('Nora sails')]), {
      kind: 'rules',
      rules: [rule('PER'), rule('SHIP'), rule('O'), rule('LOC')],
    });
    expect(ruled.types.map(({ name }) => name)).toEqual(['PER', 'ORG', 'LOC', 'MISC', 'SHIP']);
    const types = spanTypes(['PERSON', 'SHIP']);
    const { rules } = reduce(ruled, { kind: 'types', types, renamed: { PER: 'PERSON' } });
    expect(rules.map(({ type }) => type)).toEqual(['PERSON', 'SHIP', 'O']);
  });

  test('the tenth type has no key', () => {
    const types = spanTypes(Array.from({ length: 10 }, (_, i) => `T${i}`));
    expect(types.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', undefined]);
  });
});

test('a set without given types has the default ones, or those of its sentences', () => {
  const of = (...types: string[]) => typesFor(types).map(({ name }) => name);
  expect(of()).toEqual(['PER', 'ORG', 'LOC', 'MISC']);
  expect(of('LOC', 'LOC')).toEqual(['PER', 'ORG', 'LOC', 'MISC']);
  expect(of('PERSON', 'LOC', 'PERSON')).toEqual(['PERSON', 'LOC']);
  expect(typesFor(['SHIP'], spanTypes(['PORT', 'SHIP'])).map(({ name }) => name)).toEqual(['PORT', 'SHIP']);
});
