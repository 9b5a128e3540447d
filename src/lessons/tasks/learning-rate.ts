import { descent } from '../figures/descent.ts';
import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** Too small, good, and too large for the loss 0.5 · curvature · w². */
const SHARES = [0.03, 0.35, 2.06];

/** Curves of three learning rates: which is the best, the too small, the too large one. */
export const learningRate: Task = {
  title: 'task.rate',
  levels: 1,
  generate(draw: Draw): Exercise {
    const curvature = draw.score(1, 4, 0.5);
    const order = draw.some([0, 1, 2], 3);
    const asked = draw.below(3);
    const curves = order.map((which, i) => ({
      name: 'ABC'[i]!,
      values: descent({ optimizer: 'sgd', rate: SHARES[which]! / curvature, momentum: 0, curvature, steps: 20 }).map(
        ({ loss }) => loss,
      ),
    }));
    const questions = ['task.rate.small', 'task.rate.good', 'task.rate.large'] as const;
    const value = order.indexOf(asked);
    return {
      question: phrase(questions[asked]!),
      given: [{ kind: 'curves', x: phrase('label.stepNumber'), y: phrase('label.loss'), curves }],
      fields: [{ id: 'curve', kind: 'choice', label: phrase('label.curve'), options: ['A', 'B', 'C'], value }],
      hints: [phrase('task.rate.hint')],
      solution: [
        phrase('task.rate.solution', {
          small: 'ABC'[order.indexOf(0)]!,
          good: 'ABC'[order.indexOf(1)]!,
          large: 'ABC'[order.indexOf(2)]!,
        }),
      ],
    };
  },
};
