import { expect, test } from 'vitest';
import { entitiesOf } from '../../../../test/helpers/read-text.ts';
import { readCorpus } from '../read-corpus.ts';
import { openCorpus } from './open-corpus.ts';

test.each([
  ['semicolons', 'id,text,PER,LOC\n1,Ada left Oslo .,Ada,Oslo\n2,Bo and Ada saw Rome .,Bo;Ada,Rome\n3,It rained .,,\n'],
  ['bars', 'id\ttext\tPER\tLOC\n1\tAda left Oslo .\tAda\tOslo\n2\tBo and Ada saw Rome .\tBo | Ada\tRome\n'],
  ['commas', 'id,text,PER,LOC\n1,Ada left Oslo .,Ada,Oslo\n2,Bo and Ada saw Rome .,"Bo, Ada",Rome\n'],
  [
    'our own tables',
    'id,text,annotated LOC,annotated PER\n1,Ada left Oslo .,Oslo,Ada\n2,Bo and Ada saw Rome .,Rome,Bo; Ada\n',
  ],
])('a table with a column of names for each type, separated by %s', async (_, text) => {
  const file = await openCorpus(new File([text], text.includes('\t') ? 'a.tsv' : 'a.csv'));
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  expect(corpus.question).toBeUndefined();
  expect(corpus.documents).toBe(text.split('\n').length - 2);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Oslo', 'PER Bo', 'PER Ada', 'LOC Rome']);
  expect(corpus.problems.map(({ message }) => message).join()).toMatch('each is where its text occurs');
});

test('a name with a separator that occurs as it is, is one', async () => {
  const file = await openCorpus(
    new File(['text,ORG\n"Byrne, Lin and Sons closed .","Byrne, Lin and Sons"\n'], 'a.csv'),
  );
  const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()));
  expect(entitiesOf(corpus)).toEqual(['ORG Byrne , Lin and Sons']);
});

test.each([
  ['other values', 'id,text,STATUS\n1,Ada left Oslo .,OK\n2,Bo saw Rome .,NO\n'],
  ['keywords', 'text,KEYWORDS\nAda left Oslo .,Oslo\n'],
  ['empty columns', 'text,PER\nAda left Oslo .,\n'],
  ['names of which some do not occur', 'text,PER\nAda left Oslo .,Ada;Cy\n'],
])('a table with %s stays as it is', async (_, text) => {
  expect((await openCorpus(new File([text], 'a.csv'))).name).toBe('a.csv');
});
