import { softmaxReading } from '../../insight/emissions.ts';
import { phrase } from '../phrase.ts';
import { drawnCrf } from './task-crf.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** What a tagger without transitions chooses, and whether BIO allows that. */
export const greedy: Task = {
  title: 'task.greedy',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const sentence = draw.until(
      () => drawnCrf(draw, level + 1),
      ({ emissions }) =>
        Array.from({ length: emissions.length / 3 }, (_, t) =>
          emissions.slice(3 * t, 3 * t + 3).sort((a, b) => b - a),
        ).every(([first, second]) => first! - second! > 0.05),
    );
    const { tokens, tags } = sentence;
    const { tags: chosen, broken } = softmaxReading(sentence);
    const path = [...chosen];
    const isLegal = broken.length === 0;
    return {
      question: phrase('task.greedy.question'),
      given: [
        {
          kind: 'table',
          head: [phrase('label.tag'), ...tokens],
          rows: tags.map((tag, k) => [tag, ...tokens.map((_, t) => sentence.emissions[t * tags.length + k]!)]),
        },
      ],
      fields: [
        ...tokens.map((token, t) => ({
          id: `tag-${t}`,
          kind: 'choice' as const,
          label: phrase('label.tagOf', { token }),
          short: token,
          options: tags,
          value: path[t]!,
        })),
        {
          id: 'legal',
          kind: 'choice',
          label: phrase('task.greedy.legal'),
          options: [phrase('label.yes'), phrase('label.no')],
          value: isLegal ? 0 : 1,
        },
      ],
      hints: [phrase('task.greedy.hint')],
      solution: [
        phrase('task.greedy.solution', { path: path.map((tag) => tags[tag]).join(' ') }),
        phrase(isLegal ? 'task.greedy.isLegal' : 'task.greedy.isIllegal'),
      ],
    };
  },
};
