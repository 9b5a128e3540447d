import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

const SENTENCES = [
  { words: 'Washington crossed the river', word: 0, clue: 1 },
  { words: 'I flew to Washington', word: 3, clue: 1 },
  { words: 'Paris married Helen in Troy', word: 0, clue: 1 },
  { words: 'She lives in Florence', word: 3, clue: 2 },
  { words: 'Jordan scored twenty points', word: 0, clue: 1 },
  { words: 'They drove across Jordan', word: 3, clue: 1 },
] as const;

/** Which reading direction has seen the clue when it reaches an ambiguous word. */
export const direction: Task = {
  title: 'task.direction',
  levels: 1,
  generate(draw: Draw): Exercise {
    const { words, word, clue } = draw.pick(SENTENCES);
    const tokens = words.split(' ');
    const name = tokens[word]!;
    return {
      question: phrase('task.direction.question', { sentence: words, word: name, clue: tokens[clue]! }),
      given: [],
      fields: [
        {
          id: 'direction',
          kind: 'choice',
          label: phrase('label.direction'),
          options: [phrase('figure.directions.forward'), phrase('figure.directions.backward')],
          value: clue < word ? 0 : 1,
        },
        { id: 'seen', kind: 'number', label: phrase('task.direction.seen', { word: name }), value: word },
      ],
      hints: [phrase('task.direction.hint')],
      solution: [
        phrase(clue < word ? 'task.direction.before' : 'task.direction.after', { word: name, clue: tokens[clue]! }),
      ],
    };
  },
};
