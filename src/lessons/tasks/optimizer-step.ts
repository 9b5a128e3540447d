import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** A step of SGD, without and with momentum. */
export const optimizerStep: Task = {
  title: 'task.step',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const w = draw.score(-2, 2);
    const rate = draw.pick([0.1, 0.2, 0.5]);
    const gradient = draw.until(
      () => draw.score(-3, 3),
      (drawn) => drawn !== 0,
    );
    const momentum = level === 1 ? 0 : draw.pick([0.5, 0.9]);
    const before = level === 1 ? 0 : draw.score(-2, 2);
    const velocity = momentum * before + gradient;
    const values = { w, rate, gradient, momentum, before, velocity, total: w - rate * velocity };
    return {
      question: phrase(level === 1 ? 'task.step.question' : 'task.step.momentum', values),
      given: [],
      fields: [
        ...(level === 1 ? [] : [{ id: 'v', kind: 'number', label: 'v′', value: velocity } as const]),
        { id: 'w', kind: 'number', label: 'w′', value: values.total },
      ],
      hints: [phrase('task.step.hint')],
      solution: [
        ...(level === 1 ? [] : [phrase('task.step.velocity', values)]),
        phrase('task.step.solution', { ...values, velocity }),
      ],
    };
  },
};
