import { phrase } from '../phrase.ts';
import { drawnSentence, tagFields } from './sentences.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** Tags for a sentence whose entities are listed. */
export const tagSentence: Task = {
  title: 'task.tagSentence',
  levels: 3,
  generate(draw: Draw, level, language): Exercise {
    const { tokens, tags, entities } = drawnSentence(draw, level, language);
    return {
      question: phrase('task.tagSentence.question', {
        sentence: tokens.join(' '),
        entities: entities.map(({ text, type }) => `${text} (${type})`).join(', '),
      }),
      given: [],
      fields: tagFields(tokens, tags),
      hints: [
        phrase('task.tagSentence.hint1'),
        phrase(level === 3 ? 'task.tagSentence.hint3' : 'task.tagSentence.hint2'),
      ],
      solution: [phrase('task.solutionTags', { tags: tags.join(' ') })],
    };
  },
};
