import { accountOf } from '../../insight/account.ts';
import { trellisOf } from '../../insight/trellis.ts';
import { phrase, say } from '../phrase.ts';
import { drawnCrf } from './task-crf.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** The score of a tag sequence: the sum of its emissions and transitions. */
export const pathScore: Task = {
  title: 'task.pathScore',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const sentence = drawnCrf(draw, level + 1);
    const trellis = trellisOf(sentence);
    const path = draw.until(
      () => sentence.tokens.map(() => draw.below(sentence.tags.length)),
      (tags) => accountOf(trellis, tags).score > -Infinity,
    );
    const { terms, score } = accountOf(trellis, path);
    const tags = path.map((tag) => sentence.tags[tag]).join(' ');
    const numbers = terms.flatMap(({ emission, transition }, t) => [
      ...(t > 0 && t < path.length ? [transition] : []),
      ...(emission === undefined ? [] : [emission]),
    ]);
    return {
      question: phrase('task.pathScore.question', { tags }),
      given: [{ kind: 'scores', sentence }],
      fields: [{ id: 'score', kind: 'number', label: phrase('label.score'), value: score }],
      hints: [phrase('task.pathScore.hint1'), phrase('task.pathScore.hint2', { count: numbers.length })],
      solution: [
        phrase('task.sum', { terms: numbers.map((number) => say(language, number)).join(' + '), total: score }),
      ],
    };
  },
};
