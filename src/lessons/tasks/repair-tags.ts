import { phrase } from '../phrase.ts';
import { drawnSentence, tagFields } from './sentences.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** A column of tags with faults: an entity that begins with I, or changes its type within. */
export const repairTags: Task = {
  title: 'task.repair',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const { tokens, tags } = draw.until(
      () => drawnSentence(draw, level, language),
      (sentence) => sentence.tags.some((tag) => tag.startsWith('I-')),
    );
    const broken = [...tags];
    const starts = tags.flatMap((tag, t) => (tag.startsWith('B-') ? [t] : []));
    for (const t of draw.some(starts, Math.min(level, starts.length))) broken[t] = tags[t]!.replace('B-', 'I-');
    return {
      question: phrase('task.repair.question', { count: broken.filter((tag, t) => tag !== tags[t]).length }),
      given: [],
      fields: tagFields(tokens, tags, broken),
      hints: [phrase('task.repair.hint')],
      solution: [phrase('task.solutionTags', { tags: tags.join(' ') })],
    };
  },
};
