import { expect, test } from 'vitest';
import { curvePath, forecastText, learningText, paceText, qualityText } from './progress.ts';

const IDLE = { learningFrom: undefined, result: undefined, problem: undefined, withRules: false, withFiles: false };

test.each([
  [IDLE, 19, 'Suggestions begin after 1 more annotated sentence.'],
  [IDLE, 40, 'Suggestions begin when some spans are marked.'],
  [{ ...IDLE, learningFrom: 0 }, 0, 'Ordering the sentences…'],
  [{ ...IDLE, learningFrom: 0, withRules: true }, 0, 'Training on what the rules say…'],
  [{ ...IDLE, learningFrom: 42, result: { trainedOn: 30, seconds: 1 } }, 42, 'Training on 42 sentences…'],
  [{ ...IDLE, result: { trainedOn: 38, seconds: 1.24 } }, 42, 'Trained on 38 sentences in 1.2 s.'],
  [{ ...IDLE, learningFrom: 0, withFiles: true }, 0, 'Training on the loaded files…'],
  [{ ...IDLE, learningFrom: 5, withFiles: true }, 5, 'Training on the loaded files and 5 annotated sentences…'],
  [
    { ...IDLE, withFiles: true, result: { trainedOn: 0, seconds: 1 } },
    0,
    'The loaded training files have no entities of these types. Suggestions begin after 20 more annotated sentences.',
  ],
  [{ ...IDLE, problem: 'No memory.' }, 42, 'The model could not be trained: No memory.'],
])('%j', (learning, accepted, text) => {
  expect(learningText(learning, accepted)).toBe(text);
});

test('quality has its interval and the number of sentences', () => {
  const quality = { f1: 0.7821, low: 0.7, high: 0.8559, sentences: 24, entities: 60 };
  expect(qualityText({ trainedOn: 200, quality })).toBe(
    'F1 78.2 (95% interval 70.0 to 85.6), on 24 sentences set aside',
  );
  expect(qualityText({ trainedOn: 60, quality: undefined })).toMatch(/^F1 is measured once 10 of the sentences/);
  expect(qualityText({ trainedOn: 0, quality: undefined })).toBeUndefined();
});

test('a forecast is given in words', () => {
  expect(forecastText({ kind: 'sentences', more: 1200 })).toBe('About 1,200 more sentences for the next point of F1.');
  expect(forecastText({ kind: 'limit', f1: 0.9 })).toMatch(/levels off at 90\.0\.$/);
});

test('the curve fills its box', () => {
  const curve = [
    { sentences: 20, f1: 0.5 },
    { sentences: 40, f1: 0.7 },
    { sentences: 60, f1: 0.6 },
  ];
  expect(curvePath(curve, { width: 100, height: 44 })).toBe('M0.0 42.0L50.0 2.0L100.0 22.0');
  expect(curvePath(curve.slice(1, 2), { width: 100, height: 44 })).toBeUndefined();
});

test('the pace gives the time for the open sentences, and for another point of F1', () => {
  const sentence = (state: 'open' | 'accepted') => ({ tokens: Array.from({ length: 20 }, () => 'a'), state });
  const pace = { sentences: 50, seconds: 10, factor: 1.5 };
  const set = [sentence('accepted'), ...Array.from({ length: 40 }, () => sentence('open'))];
  expect(paceText(undefined, set)).toBeUndefined();
  expect(paceText(pace, set)).toBe(
    'You take 10 s a sentence, 1.5 times the modelled time: about 7 min for the open ones.',
  );
  expect(paceText(pace, [sentence('accepted')])).toBe('You take 10 s a sentence, 1.5 times the modelled time.');
  expect(forecastText({ kind: 'sentences', more: 30 }, pace)).toBe(
    'About 30 more sentences for the next point of F1, 5 min at your pace.',
  );
});
