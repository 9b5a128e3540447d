import { phrase } from '../phrase.ts';
import { countPaths } from '../small-crf.ts';
import { drawnCrf } from './task-crf.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** How many tag sequences there are, and, at level 2, how many of them are legal. */
export const countThePaths: Task = {
  title: 'task.countPaths',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    if (level === 1) {
      const K = 3 + draw.below(7);
      const T = 3 + draw.below(3);
      return {
        question: phrase('task.countPaths.question', { K, T }),
        given: [],
        fields: [{ id: 'all', kind: 'number', label: phrase('label.sequences'), value: K ** T }],
        hints: [phrase('task.countPaths.hint', { K })],
        solution: [phrase('task.countPaths.solution', { product: Array(T).fill(K).join(' · '), total: K ** T })],
      };
    }
    const sentence = drawnCrf(draw, 2 + draw.below(2));
    const { all, legal } = countPaths(sentence);
    const K = sentence.tags.length;
    const T = sentence.tokens.length;
    return {
      question: phrase('task.countPaths.legal', { words: sentence.tokens.join(' '), tags: sentence.tags.join(', ') }),
      given: [],
      fields: [
        { id: 'all', kind: 'number', label: phrase('label.sequences'), value: all },
        { id: 'legal', kind: 'number', label: phrase('label.legal'), value: legal },
      ],
      hints: [phrase('task.countPaths.hint', { K }), phrase('task.countPaths.legalHint')],
      solution: [
        phrase('task.countPaths.solution', { product: Array(T).fill(K).join(' · '), total: all }),
        phrase('task.countPaths.legalSolution', { legal, T }),
      ],
    };
  },
};
