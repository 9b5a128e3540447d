import { illegalTransitions } from '../../crf/constraints.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';
import { phrase } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

const TAGS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'];
const ILLEGAL = illegalTransitions(TAGS, standardStyle('BIO'));

/** The first step of a tag sequence that BIO forbids: the index of the tag to which it leads; −1: none. */
function firstFault(path: readonly number[]): number {
  return path.findIndex((tag, t) =>
    t === 0 ? ILLEGAL.start[tag] === 1 : ILLEGAL.transitions[path[t - 1]! * TAGS.length + tag] === 1,
  );
}

/** Which of four tag sequences has the probability 0. */
export const impossible: Task = {
  title: 'task.impossible',
  levels: 2,
  generate(draw: Draw, level): Exercise {
    const T = level === 1 ? 3 : 5;
    const drawn = () => Array.from({ length: T }, () => draw.below(TAGS.length));
    const mixed = (path: number[]) => path.some((tag) => tag > 0);
    const paths: number[][] = [];
    for (let i = 0; i < 3; i++) {
      paths.push(
        draw.until(
          drawn,
          (path) => firstFault(path) === -1 && mixed(path) && !paths.some((one) => one.join() === path.join()),
        ),
      );
    }
    const wrong = draw.until(drawn, (path) => firstFault(path) > (level === 1 ? -1 : 0));
    const value = draw.below(4);
    paths.splice(value, 0, wrong);
    const fault = firstFault(wrong);
    const spelled = (path: readonly number[]) => path.map((tag) => TAGS[tag]).join(' ');
    return {
      question: phrase('task.impossible.question'),
      given: [],
      fields: [{ id: 'path', kind: 'choice', label: phrase('label.sequence'), options: paths.map(spelled), value }],
      hints: [phrase('task.impossible.hint')],
      solution: [
        phrase('task.impossible.solution', {
          path: spelled(wrong),
          step: `${fault === 0 ? 'START' : TAGS[wrong[fault - 1]!]} → ${TAGS[wrong[fault]!]}`,
        }),
      ],
    };
  },
};
