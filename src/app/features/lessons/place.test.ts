import { expect, test } from 'vitest';
import { clearPlace, readPlace, writePlace } from './place.ts';

const START = { chapter: undefined, view: 'read', slide: 0, task: undefined, level: 1, seed: 1, language: undefined };

test.each([
  ['', START],
  ['lesson=10-viterbi', { ...START, chapter: '10-viterbi' }],
  [
    'lesson=10-viterbi&task=viterbi&level=3&seed=7&lang=de',
    { ...START, chapter: '10-viterbi', task: 'viterbi', level: 3, seed: 7, language: 'de' },
  ],
  ['lesson=08-crf&view=lecture&slide=2', { ...START, chapter: '08-crf', view: 'lecture', slide: 1 }],
  ['lesson=08-crf&view=worksheet&seed=4', { ...START, chapter: '08-crf', view: 'worksheet', seed: 4 }],
  ['task=average', { ...START, task: 'average' }],
])('%s is read and written', (text, place) => {
  expect(readPlace(new URLSearchParams(text))).toEqual(place);
  const parameters = new URLSearchParams();
  writePlace(parameters, readPlace(new URLSearchParams(text)));
  expect(parameters.toString()).toBe(text);
});

test('invalid values are ignored, and other parameters kept', () => {
  const parameters = new URLSearchParams('tab=lessons&view=attic&task=none&level=-1&seed=x&lang=xx&device=simd');
  expect(readPlace(parameters)).toEqual(START);
  clearPlace(parameters);
  expect(parameters.toString()).toBe('tab=lessons&device=simd');
});
