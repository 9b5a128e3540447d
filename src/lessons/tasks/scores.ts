import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** Precision, recall and F1 from counts. */
export const scores: Task = {
  title: 'task.scores',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const correct = 1 + draw.below(level === 1 ? 5 : 40);
    const predicted = correct + draw.below(level === 1 ? 5 : 30);
    const gold = correct + 1 + draw.below(level === 1 ? 5 : 30);
    const [p, r, f] = [correct / predicted, correct / gold, (2 * correct) / (predicted + gold)];
    return {
      question: phrase('task.scores.question', { correct, predicted, gold }),
      given: [],
      fields: [
        { id: 'precision', kind: 'number', label: phrase('label.precision'), value: p },
        { id: 'recall', kind: 'number', label: phrase('label.recall'), value: r },
        { id: 'f1', kind: 'number', label: 'F1', value: f },
      ],
      hints: [phrase('task.scores.hint')],
      solution: [
        phrase('task.scores.solution', {
          correct,
          predicted,
          gold,
          both: predicted + gold,
          twice: 2 * correct,
          p,
          r,
          f,
        }),
      ],
    };
  },
};
