import { filterResponses, padded, type Filter } from '../figures/filter.ts';
import { phrase, say } from '../phrase.ts';
import type { Draw, Exercise, Task } from './task.ts';

const WORDS = ['Anna', 'USA', 'B52', 'Tim', 'IBM', 'oslo', 'iOS', 'Ana2'];

/** Which filter responds most to a word, or the largest response of one filter. */
export const filter: Task = {
  title: 'task.filter',
  levels: 2,
  generate(draw: Draw, level, language): Exercise {
    const count = level === 1 ? 1 : 3;
    const drawnFilters = () =>
      Array.from({ length: count }, (): Filter =>
        [0, 1, 2].map(() => [draw.below(4) - 1, draw.below(4) - 1, draw.below(3) - 1]),
      );
    const word = draw.pick(WORDS);
    const best = (one: Filter) => Math.max(...filterResponses(word, one));
    const filters = draw.until(drawnFilters, (all) => {
      const maxima = all.map(best).sort((a, b) => b - a);
      return level === 1 || maxima[0]! > maxima[1]!;
    });
    const maxima = filters.map(best);
    const places = [phrase('figure.filter.first'), phrase('figure.filter.second'), phrase('figure.filter.third')];
    const table = (one: Filter, name: string) => ({
      kind: 'table' as const,
      head: [name, phrase('figure.filter.capital'), phrase('figure.filter.small'), phrase('figure.filter.digit')],
      rows: one.map((weights, i) => [places[i]!, ...weights]),
    });
    const names = filters.map((_, i) => (count === 1 ? 'F' : `F${i + 1}`));
    const value = maxima.indexOf(Math.max(...maxima));
    return {
      question: phrase(level === 1 ? 'task.filter.value' : 'task.filter.wins', { word }),
      given: filters.map((one, i) => table(one, names[i]!)),
      fields: [
        level === 1
          ? { id: 'max', kind: 'number', label: phrase('label.maximum'), value: maxima[0]! }
          : { id: 'filter', kind: 'choice', label: phrase('label.filter'), options: names, value },
      ],
      hints: [phrase('task.filter.hint', { padded: padded(word).join(' ') })],
      solution: filters.map((one, i) =>
        phrase('task.filter.solution', {
          name: names[i]!,
          values: filterResponses(word, one)
            .map((response) => say(language, response))
            .join('; '),
          maximum: maxima[i]!,
        }),
      ),
    };
  },
};
