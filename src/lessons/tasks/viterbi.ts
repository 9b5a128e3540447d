import { cellSum, trellisOf, type Trellis } from '../../insight/trellis.ts';
import { phrase, type Phrase } from '../phrase.ts';
import { drawnCrf } from './task-crf.ts';
import type { ChoiceField, Draw, Exercise, Field, KnownCell, Task } from './task.ts';

/** The least lead of a maximum, so that rounding cannot change the back-pointer. */
const LEAD = 0.05;

/** One cell, a column with its back-pointers, or the whole table and the path. */
export const viterbi: Task = {
  title: 'task.viterbi',
  levels: 3,
  generate(draw: Draw, level): Exercise {
    const trellis = draw.until(() => trellisOf(drawnCrf(draw, level === 3 ? 3 : 2)), isClear);
    const { sentence, T, path, score } = trellis;
    const { tokens, tags } = sentence;
    const isPartial = level < 3;
    const asked = level === 1 ? [path[1]!] : tags.map((_, tag) => tag);
    const columns = isPartial ? [1] : tokens.map((_, t) => t);
    const cells = columns.flatMap((t) => asked.flatMap((tag) => fieldsAt(trellis, t, tag, level > 1)));
    const ends: Field[] = isPartial
      ? []
      : tokens.map((token, t) => ({
          id: `path-${t}`,
          kind: 'choice',
          label: phrase('label.tagOf', { token }),
          place: [tags.length, t],
          options: tags,
          value: path[t]!,
        }));
    return {
      question: phrase(`task.viterbi.question${level as 1 | 2 | 3}`, {
        cell: `best(${tokens[1]}, ${tags[asked[0]!]})`,
        token: tokens[1]!,
      }),
      given: [{ kind: 'scores', sentence }],
      grid: {
        rows: isPartial ? tags : [...tags, phrase('label.path')],
        columns: tokens,
        known: knownCells(trellis, isPartial ? 1 : 0),
      },
      fields: [...cells, ...ends],
      hints: [phrase('task.viterbi.hint1'), phrase('task.viterbi.hint2')],
      solution: [
        ...columns.flatMap((t) => (t === 0 ? [] : asked.map((tag) => step(trellis, t, tag)))),
        ...(isPartial
          ? []
          : [phrase('task.viterbi.path', { path: Array.from(path, (tag) => tags[tag]).join(' '), score, T })]),
      ],
    };
  },
};

const legalScore = (score: number) => (score < -1000 ? '−∞' : score);

/** The first columns, and cells that no legal path reaches. */
function knownCells({ best, K }: Trellis, columns: number): KnownCell[] {
  return Array.from(best, (score, cell) => ({ place: [cell % K, Math.floor(cell / K)] as const, score })).filter(
    ({ place, score }) => place[1] < columns || score < -1000,
  );
}

/** Whether every maximum has a lead, and so has the path. */
function isClear(trellis: Trellis): boolean {
  const { T, K } = trellis;
  const hasLead = (t: number, tag?: number) => {
    const [first, second] = cellSum(trellis, 'viterbi', t, tag).candidates;
    return second === undefined || first!.total - second.total > LEAD;
  };
  return Array.from({ length: T }, (_, t) => t).every(
    (t) => hasLead(T) && Array.from({ length: K }, (_, tag) => tag).every((tag) => hasLead(t, tag)),
  );
}

/** The score of a cell, and where it comes from. A cell that no legal path reaches is not asked for. */
function fieldsAt({ sentence, best, origins, K }: Trellis, t: number, tag: number, withOrigin: boolean): Field[] {
  const cell = t * K + tag;
  if (best[cell]! < -1000) return [];
  const place = [tag, t] as const;
  const values = { token: sentence.tokens[t]!, tag: sentence.tags[tag]! };
  const origin: ChoiceField = {
    id: `from-${t}-${tag}`,
    kind: 'choice',
    label: phrase('label.origin', values),
    place,
    options: sentence.tags,
    value: origins[cell]!,
  };
  return [
    { id: `best-${t}-${tag}`, kind: 'number', label: phrase('label.cell', values), place, value: best[cell]! },
    ...(withOrigin && t > 0 ? [origin] : []),
  ];
}

/** The recursion at a cell: the best candidate and the next. */
function step(trellis: Trellis, t: number, tag: number): Phrase {
  const { tokens, tags } = trellis.sentence;
  const { candidates, emission } = cellSum(trellis, 'viterbi', t, tag);
  const [first, second] = candidates;
  return phrase('task.viterbi.step', {
    cell: `best(${tokens[t]}, ${tags[tag]})`,
    from: tags[first!.from!]!,
    before: first!.before,
    transition: first!.transition,
    emission: emission!,
    total: first!.total,
    other: tags[second!.from!]!,
    less: legalScore(second!.total),
  });
}
