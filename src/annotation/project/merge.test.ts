import { expect, test } from 'vitest';
import { sentence } from '../testing.ts';
import { annotatedBy, type MergedSet } from './merge.ts';

test('people are counted by what they have annotated, and two browsers of one are told apart', () => {
  const opinions = (...writers: string[]) => ({
    opinions: writers.map((writer) => ({ writer, sentence: { ...sentence('Nora sails'), state: 'accepted' } })),
  });
  const sentences = [opinions('ada-0001', 'ben-0002'), opinions('ben-0003', 'ben-0002')];
  const writers = ['ada-0001', 'ben-0002', 'ben-0003', 'eve-0004'];
  expect(annotatedBy({ writers, sentences } as unknown as MergedSet)).toEqual([
    { writer: 'ada-0001', person: 'ada', annotated: 1 },
    { writer: 'ben-0002', person: 'ben-0002', annotated: 2 },
    { writer: 'ben-0003', person: 'ben-0003', annotated: 1 },
  ]);
});
