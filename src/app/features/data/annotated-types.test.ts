import { expect, test } from 'vitest';
import type { CorpusOptions } from '../../../data/corpus.ts';
import type { FileRole } from '../../../data/files/file-roles.ts';
import { annotatedTypes, choicesFor, withToggled, withTypeAs } from './annotated-types.ts';

const file = (types: string[], settings: CorpusOptions = {}, role: FileRole = 'train') => ({
  role,
  reading: { roles: [], rows: [], reasons: [], outside: 'O', types, settings, form: undefined, question: undefined },
});

test('the types of other training and dev files can be annotated here, as they are used there', () => {
  const own = file(['GPE'], { typesAs: { GPE: 'LOC' } });
  const others = [file(['ORG', 'FAC'], { typesAs: { FAC: '' } }), file(['PER'], {}, 'dev'), file(['X'], {}, 'unused')];
  const all = annotatedTypes(own, [own, ...others]);
  expect(all.types.map(({ type }) => type)).toEqual(['LOC', 'ORG', 'PER']);
  expect(all).toMatchObject({ own: [{ type: 'GPE', as: 'LOC' }], inWords: 'all types' });
  expect(choicesFor('GPE', all).map(({ label }) => label)).toEqual([
    'GPE',
    'LOC',
    'ORG',
    'PER',
    'no entity',
    'unknown',
  ]);
});

test('a click leaves a type out, or annotates it again', () => {
  const files = [file(['PER', 'LOC'])];
  const all = annotatedTypes(files[0]!, files);
  expect(withToggled(all, 'LOC')).toEqual({ types: ['PER'] });
  const some = annotatedTypes(file(['PER', 'LOC'], { types: ['PER'] }), files);
  expect(some.inWords).toBe('PER');
  expect(withToggled(some, 'LOC')).toEqual({ types: undefined }); // all, and those of files that are added later
  expect(annotatedTypes(file(['PER'], { types: [] }), files).inWords).toBe('none');
});

test('a type that is read as itself needs no mapping', () => {
  const all = annotatedTypes(file(['GPE', 'FAC'], { typesAs: { GPE: 'LOC' } }), []);
  expect(withTypeAs(all, 'FAC', '?')).toEqual({ typesAs: { GPE: 'LOC', FAC: '?' } });
  expect(withTypeAs(all, 'GPE', 'GPE')).toEqual({ typesAs: {} });
});
