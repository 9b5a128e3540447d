import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** What is left of a gradient after some steps. */
export const fading: Task = {
  title: 'task.fading',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const factor = level === 1 ? draw.pick([0.1, 0.5, 2]) : draw.pick([0.6, 0.7, 0.8, 0.9, 1.1, 1.2]);
    const steps = 2 + draw.below(level === 1 ? 4 : 8);
    return {
      question: phrase('task.fading.question', { factor, steps }),
      given: [],
      fields: [{ id: 'rest', kind: 'number', label: phrase('label.rest'), value: factor ** steps }],
      hints: [phrase('task.fading.hint')],
      solution: [phrase('task.fading.solution', { factor, steps, total: factor ** steps })],
    };
  },
};
