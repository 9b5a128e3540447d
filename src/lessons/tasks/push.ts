import { trellisOf } from '../../insight/trellis.ts';
import { phrase } from '../phrase.ts';
import { drawnCrf } from './task-crf.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** The gradient of the loss by the emissions of a token: probability minus gold. */
export const push: Task = {
  title: 'task.push',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const trellis = trellisOf(drawnCrf(draw, level + 1));
    const { sentence, K, probabilities } = trellis;
    const { tags, tokens } = sentence;
    const t = draw.below(tokens.length);
    const gold = t === 0 ? draw.below(2) : draw.below(3);
    const row = Array.from(probabilities.subarray(t * K, t * K + K), (p) => Number(p.toFixed(2)));
    return {
      question: phrase('task.push.question', { token: tokens[t]!, tag: tags[gold]! }),
      given: [
        {
          kind: 'table',
          head: [phrase('label.tag'), phrase('label.probability')],
          rows: tags.map((tag, k) => [tag, row[k]!]),
        },
      ],
      grid: { rows: tags, columns: [phrase('label.gradient')] },
      fields: tags.map((tag, k) => ({
        id: tag,
        kind: 'number',
        label: tag,
        place: [k, 0],
        value: row[k]! - (k === gold ? 1 : 0),
      })),
      hints: [phrase('task.push.hint')],
      solution: [
        ...tags.map((tag, k) =>
          phrase('task.push.solution', {
            tag,
            p: row[k]!,
            gold: k === gold ? 1 : 0,
            total: row[k]! - (k === gold ? 1 : 0),
          }),
        ),
        phrase('task.push.meaning', { tag: tags[gold]! }),
      ],
    };
  },
};
