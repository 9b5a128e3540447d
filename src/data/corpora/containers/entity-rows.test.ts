import { describe, expect, test } from 'vitest';
import { entitiesOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import type { Corpus } from '../../corpus.ts';
import { readCorpus } from '../read-corpus.ts';
import { openCorpus } from './open-corpus.ts';

async function read(text: string, file = 'a.csv'): Promise<Corpus> {
  const opened = await openCorpus(new File([text], file));
  return readCorpus(opened.name, new Uint8Array(await opened.arrayBuffer()));
}

const ENTITIES = ['PER Ada Byrne', 'LOC Varde', 'PER Bo', 'LOC Ribe'];
const TOKENS = ['Ada Byrne saw Varde , once .', 'Bo left Ribe .'];

describe('a row per entity', () => {
  test.each([
    [
      'with offsets',
      'doc_id,text,start,end,label\n1,"Ada Byrne saw Varde, once.",0,9,PER\n1,"Ada Byrne saw Varde, once.",14,19,LOC\n2,Bo left Ribe.,0,2,PER\n2,Bo left Ribe.,8,12,LOC\n',
    ],
    [
      'with offsets as decimals, the text of the entity, and a number of each row',
      'id,sentence,start_char,end_char,text,entity_type\n1,"Ada Byrne saw Varde, once.",0.0,9.0,Ada Byrne,PER\n2,"Ada Byrne saw Varde, once.",14.0,19.0,Varde,LOC\n3,Bo left Ribe.,0.0,2.0,Bo,PER\n4,Bo left Ribe.,8.0,12.0,Ribe,LOC\n',
    ],
    [
      'without offsets',
      'sentence_id,sentence,entity,label\n1,"Ada Byrne saw Varde, once.",Ada Byrne,PER\n1,"Ada Byrne saw Varde, once.",Varde,LOC\n2,Bo left Ribe.,Bo,PER\n2,Bo left Ribe.,Ribe,LOC\n',
    ],
    [
      'with the types in a column named entity',
      'Sentence,Entity,Value\n"Ada Byrne saw Varde, once.",PER,Ada Byrne\n"Ada Byrne saw Varde, once.",LOC,Varde\nBo left Ribe.,PER,Bo\nBo left Ribe.,LOC,Ribe\n',
    ],
    [
      'with offsets, and the types in a column named entity',
      'text,start,end,entity\n"Ada Byrne saw Varde, once.",0,9,PER\n"Ada Byrne saw Varde, once.",14,19,LOC\nBo left Ribe.,0,2,PER\nBo left Ribe.,8,12,LOC\n',
    ],
    [
      'with the text in the first row only',
      'text;entity;type\nAda Byrne saw Varde, once.;Ada Byrne;PER\n;Varde;LOC\nBo left Ribe.;Bo;PER\n;Ribe;LOC\n',
    ],
  ])('%s', async (_, text) => {
    const corpus = await read(text);
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(ENTITIES);
    expect(tokensOf(corpus)).toEqual(TOKENS);
  });

  test('with tabs, and texts without entities', async () => {
    const corpus = await read('text\tstart\tend\tlabel\nBo left Ribe .\t0\t2\tPER\nIt rained .\t\t\t\n', 'a.tsv');
    expect(entitiesOf(corpus)).toEqual(['PER Bo']);
    expect(tokensOf(corpus)).toEqual(['Bo left Ribe .', 'It rained .']);
  });

  test('is refused without the texts', async () => {
    const rows = 'id,start,end,text,label\n1,0,9,Ada Byrne,PER\n1,14,19,Varde,LOC\n';
    await expect(read(rows)).rejects.toThrow('a.csv has a row for each entity, but not the texts that contain them.');
  });

  test('types may be called OTHER, and entities that do not occur are a question', async () => {
    const corpus = await read(
      'sentence,entity,label\nBo left Ribe .,Bo,OTHER\nBo left Ribe .,Ribe,LOC\nAda left .,ada,PER\n',
    );
    expect(entitiesOf(corpus)).toEqual(['OTHER Bo', 'LOC Ribe']);
    expect(corpus.question?.reason).toMatch('The entity "ada" does not occur in the text');
  });

  test('the type is in the column with the surest name; a category of the texts is none', async () => {
    const rows =
      'doc_id,category,text,entity,label,start,end\n1,sports,Ada Byrne saw Varde .,Ada Byrne,PER,0,9\n1,sports,Ada Byrne saw Varde .,Varde,LOC,14,19\n2,news,Bo left Ribe .,Bo,PER,0,2\n';
    expect(entitiesOf(await read(rows))).toEqual(['PER Ada Byrne', 'LOC Varde', 'PER Bo']);
  });

  test('equal texts are several, where the same entities come again', async () => {
    const text =
      'text,start,end,label\nAda saw Bo .,0,3,PER\nAda saw Bo .,8,10,PER\nAda saw Bo .,0,3,PER\nAda saw Bo .,8,10,PER\n';
    expect(tokensOf(await read(text))).toEqual(['Ada saw Bo .', 'Ada saw Bo .']);
  });

  test('a cell below a long entity stays empty', async () => {
    const corpus = await read(
      'text,entity,label\nAda saw New York City .,New York City,LOC\n,Ada,PER\nIt rained there all day .,,\n',
    );
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC New York City']);
  });

  test.each([
    [
      'opinions on entities',
      'id,entity,label,text\n1,Ada,Positive,Ada was great in Varde .\n2,Bo,Negative,Bo was bad in Ribe .\n',
    ],
    [
      'numbers that are no places in the texts',
      'from,to,label,text\n9,10,work,Discuss the numbers of the quarter\n10,11,home,Call the plumber about that pipe\n11,12,work,Write down what was said then\n',
    ],
  ])('%s are no entities', async (_, text) => expect((await read(text)).style.scheme).toBe('text'));

  test('rows to tag or to classify stay as they are', async () => {
    const file = new File(['text,entity,label\nAda saw Varde .,Ada,PER\nBo left .,Bo,PER\n'], 'a.csv');
    expect(await openCorpus(file, true)).toBe(file);
    expect((await openCorpus(file)).name).toBe('a.csv.read-as.jsonl');
  });

  test('reports rows with other cells', async () => {
    const corpus = await read(
      'text,entity,label\nBo left Ribe .,Bo,PER\nBo left Ribe .,Ribe,LOC\nAda left, Ada,PER,1\n',
    );
    expect(corpus.problems.some(({ severity }) => severity === 'error')).toBe(true);
    expect(corpus.question?.options[0]?.settings.acceptLosses).toBe(true);
  });
});

test.each([
  ['a row per token', 'sentence,start,end,token,tag\n1,0,2,Bo,B-PER\n1,3,7,left,O\n1,8,12,Ribe,B-LOC\n'],
  [
    'a row per token, with the sentence',
    'sentence,entity,tag\nBo left Ribe,Bo,PER\nBo left Ribe,left,O\nBo left Ribe,Ribe,LOC\n',
  ],
  [
    'texts with a class',
    'text,label\nI like it a lot,good\nI hate it a lot,bad\nit is a good one,good\nit is a bad one,bad\n',
  ],
])('not: %s', async (_, text) => {
  const file = new File([text], 'a.csv');
  expect(await openCorpus(file)).toBe(file);
});

test.each([
  ['a dash for each', '-', '-'],
  ['NA', 'NA', 'NA'],
  ['nothing', '', ''],
])('a row of a text without entities, with %s', async (_, offset, type) => {
  const table = `id,begin,end,type,tweet\n1,0,3,PER,Ada left the town\n2,${offset},${offset},${type},Bo left the town\n`;
  const corpus = await read(table);
  expect([corpus.sentences.length, entitiesOf(corpus)]).toEqual([2, ['PER Ada']]);
});

test('offsets without words or texts are refused, unless a column is called like words', async () => {
  const rows = 'a.txt,0,0,3,PERSON\na.txt,0,80,120,LOC\na.txt,1,5,9,ORG\n';
  await expect(read(`File,Line,Begin Offset,End Offset,Type\n${rows}`)).rejects.toThrow('but not the texts');
});

test.each([
  ['of key words', 'keyword,start,end,type\nrun,12,80,VERB\njump,9,40,VERB\nsit,9,44,NOUN\n'],
  ['of times', 'time_start,start,end,label,note\n9,10,20,work,call Bo\n10,20,35,home,buy milk\n'],
])('a table %s with numbers that may be anything is a question, not refused', async (_, table) => {
  expect((await read(table)).question?.what).toBe('Has each line a token with its label?');
});
