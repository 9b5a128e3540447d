import { phrase, say } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** The mean of word vectors. */
export const average: Task = {
  title: 'task.average',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const words = ['dog', 'bites', 'man'].slice(0, level + 1);
    const vectors = words.map(() => [draw.score(-2, 2, 0.2), draw.score(-2, 2, 0.2)]);
    const sums = [0, 1].map((i) => vectors.reduce((sum, vector) => sum + vector[i]!, 0));
    return {
      question: phrase('task.average.question'),
      given: [
        {
          kind: 'table',
          head: [phrase('label.word'), 'x', 'y'],
          rows: words.map((word, i) => [word, ...vectors[i]!]),
        },
      ],
      fields: ['x', 'y'].map((name, i) => ({ id: name, kind: 'number', label: name, value: sums[i]! / words.length })),
      hints: [phrase('task.average.hint', { count: words.length })],
      solution: [
        ...['x', 'y'].map((name, i) =>
          phrase('task.average.solution', {
            name,
            terms: vectors.map((vector) => say(language, vector[i]!)).join(' + '),
            count: words.length,
            total: sums[i]! / words.length,
          }),
        ),
        phrase('task.average.order'),
      ],
    };
  },
};
