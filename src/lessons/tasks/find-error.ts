import { phrase } from '../phrase.ts';
import { drawnSentence } from './sentences.ts';
import type { Draw, Exercise, Task } from './task.ts';

/** Which of several annotated sentences has an error: an entity without tags, or with a wrong end. */
export const findError: Task = {
  title: 'task.findError',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const sentences = Array.from({ length: 4 }, () => drawnSentence(draw, 1 + draw.below(2), language));
    const value = draw.below(4);
    const faulty = draw.until(
      () => drawnSentence(draw, 1 + draw.below(2), language),
      ({ tags }) => tags.some((tag) => tag.startsWith('I-')),
    );
    const inside = draw.pick(faulty.tags.flatMap((tag, t) => (tag.startsWith('I-') ? [t] : [])));
    const right = faulty.tags[inside]!;
    if (level === 1) faulty.tags[inside] = 'O';
    else faulty.tags[inside] = right.replace('I-', 'B-');
    sentences[value] = faulty;
    const spelled = ({ tokens, tags }: typeof faulty) =>
      tokens.map((token, t) => (tags[t] === 'O' ? token : `${token}/${tags[t]}`)).join(' ');
    return {
      question: phrase('task.findError.question'),
      given: [],
      fields: [
        { id: 'sentence', kind: 'choice', label: phrase('label.sentence'), options: sentences.map(spelled), value },
      ],
      hints: [phrase('task.findError.hint')],
      solution: [
        phrase('task.findError.solution', { token: faulty.tokens[inside]!, wrong: faulty.tags[inside]!, right }),
      ],
    };
  },
};
