import { expect, test } from 'vitest';
import { isStudentKept, keptText } from './kept-student.ts';

test.each([
  ['better', 0.01, [-0.01, 0.03], true, 'The student is kept.'],
  ['as good', 0, [-0.01, 0.01], true, 'The student is kept.'],
  ['a little worse on many sentences', -0.003, [-0.008, 0.002], false, 'The teacher is kept.'],
  ['clearly worse on few sentences', -0.05, [-0.09, -0.01], false, 'The teacher is kept.'],
  ['a little worse on few sentences', -0.02, [-0.06, 0.02], true, 'Dev has too few sentences to tell'],
] as const)('a student that is %s', (_, difference, [low, high], isKept, text) => {
  const measured = { difference, interval: [low, high] as [number, number] };
  expect(isStudentKept(measured)).toBe(isKept);
  expect(keptText(measured)).toContain(text);
});
