import { cellSum, trellisOf } from '../../insight/trellis.ts';
import { phrase, say } from '../phrase.ts';
import { drawnCrf } from './task-crf.ts';
import type { Draw, Exercise, Field, Task } from './task.ts';

/** Cells of the forward table, and, at level 2, log Z. */
export const forward: Task = {
  title: 'task.forward',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const sentence = drawnCrf(draw, 2);
    const trellis = trellisOf(sentence);
    const { tokens, tags } = sentence;
    const K = tags.length;
    const { alpha, logPartition } = trellis.lattice;
    const cell = (t: number, tag: number): Field => ({
      id: `${t}-${tag}`,
      kind: 'number',
      label: phrase('label.cell', { token: tokens[t]!, tag: tags[tag]! }),
      place: [tag, t],
      value: alpha[t * K + tag]!,
    });
    const first = level === 1 ? [] : tags.flatMap((_, tag) => (tag === 2 ? [] : [cell(0, tag)]));
    const asked = level === 1 ? [draw.below(2)] : [0, 1, 2];
    const second = asked.map((tag) => cell(1, tag));
    const explained = cellSum(trellis, 'forward', 1, asked[0]);
    const terms = explained.candidates.filter(({ total }) => total > -1000);
    return {
      question: phrase(level === 1 ? 'task.forward.question' : 'task.forward.table'),
      given: [{ kind: 'scores', sentence }],
      grid: {
        rows: tags,
        columns: level === 1 ? tokens : [...tokens, 'log Z'],
        known: tags.flatMap((_, tag) =>
          level === 1 || alpha[tag]! < -1000 ? [{ place: [tag, 0] as const, score: alpha[tag]! }] : [],
        ),
      },
      fields: [
        ...first,
        ...second,
        ...(level === 1
          ? []
          : [{ id: 'z', kind: 'number', label: 'log Z', place: [0, 2], value: logPartition } as const]),
      ],
      hints: [phrase('task.forward.hint1'), phrase('task.forward.hint2')],
      solution: [
        phrase('task.forward.solution', {
          cell: `alpha(${tokens[1]}, ${tags[asked[0]!]})`,
          terms: terms.map(({ total }) => `exp(${say(language, total)})`).join(' + '),
          total: explained.value,
        }),
        ...terms.map(({ from, before, transition, total }) =>
          phrase('task.from', {
            from: tags[from!]!,
            before,
            transition,
            emission: explained.emission!,
            total,
          }),
        ),
        ...(level === 1 ? [] : [phrase('task.forward.logZ', { total: logPartition })]),
      ],
    };
  },
};
