import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomUniform } from '../../lib/rng.ts';
import { isLearningDue } from './learning.ts';
import { orderByBenefit, withSetAside, WordIds, type Candidate } from './queue.ts';

const ids = new WordIds();

function candidate(text: string, doubt: number, seconds = 1): Candidate {
  const words = ids.of(text.split(' '));
  return { words, doubt: Array.from(words, () => doubt), seconds };
}

describe('the queue', () => {
  test('has the highest benefit per second first', () => {
    const candidates = [candidate('a b', 0.1), candidate('c d', 0.4), candidate('e f', 0.4, 9)];
    expect(orderByBenefit(candidates, 3)).toEqual([1, 0, 2]);
  });

  test('has duplicates and similar sentences later', () => {
    const candidates = [candidate('Oslo won', 0.4), candidate('OSLO won', 0.4), candidate('Paris lost', 0.35)];
    expect(orderByBenefit(candidates, 3)).toEqual([0, 2, 1]);
    expect(orderByBenefit([candidate('12', 0.4), candidate('56', 0.4), candidate('x', 0.35)], 3)[1]).toBe(2);
  });

  test('equals repeatedly choosing the best candidate', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 });
    const some = fc.array(fc.tuple(text, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(some, (texts) => {
        const candidates = texts.map(([words, doubt]) => candidate(words.join(' '), doubt / 32, words.length));
        expect(orderByBenefit(candidates, candidates.length)).toEqual(bruteForce(candidates));
      }),
    );
  });

  test('prefers words that are also doubtful elsewhere', () => {
    const candidates = [candidate('a', 0.4), candidate('b', 0.35), candidate('b', 0.35)];
    expect(orderByBenefit(candidates, 1)[0]).toBe(1);
  });

  test('orders the rest by benefit alone', () => {
    const candidates = [candidate('a', 0.1), candidate('b', 0.3), candidate('b', 0.2)];
    expect(orderByBenefit(candidates, 1)).toEqual([1, 2, 0]);
    expect(orderByBenefit([], 5)).toEqual([]);
  });

  test('interleaves set-aside sentences at their share', () => {
    const none = { all: 0, setAside: 0 };
    expect(withSetAside([1, 2, 3, 4, 5, 6], [7, 8, 9], 0.25, none)).toEqual([1, 2, 3, 7, 4, 5, 6, 8, 9]);
    expect(withSetAside([1, 2], [], 0.1, none)).toEqual([1, 2]);
    expect(withSetAside([1, 2], [], 0, none)).toEqual([1, 2]);
  });

  test('a queue that is replaced by each training still gives the set-aside sentences at their share', () => {
    const share = 0.1;
    const isAside = (id: number) => randomUniform(7, id) < share;
    const all = Array.from({ length: 1000 }, (_, id) => id);
    const done: number[] = [];
    let queue = all;
    let lastAnnotated: number | undefined = 0;
    while (done.length < 150) {
      if (isLearningDue(all.length, done.length, lastAnnotated)) {
        lastAnnotated = done.length;
        const known = done.slice(0, -2); // two were annotated while the worker trained
        const open = all.filter((id) => !known.includes(id)).toReversed(); // the best are far from the first
        const others = open.filter((id) => !isAside(id));
        const annotated = { all: known.length, setAside: known.filter(isAside).length };
        queue = withSetAside(others, open.filter(isAside), share, annotated);
      }
      done.push(queue.find((id) => !done.includes(id))!);
    }
    const setAside = done.filter(isAside).length;
    expect(setAside).toBeGreaterThanOrEqual(13);
    expect(setAside).toBeLessThanOrEqual(17);
  });
});

function doubtOf({ words, doubt }: Candidate, word: number): number {
  return Array.from(words).reduce((sum, other, t) => sum + (other === word ? doubt[t]! : 0), 0);
}

function bruteForce(candidates: readonly Candidate[]): number[] {
  const left = new Set(candidates.keys());
  const order: number[] = [];
  const times = (word: number) => order.filter((index) => Array.from(candidates[index]!.words).includes(word)).length;
  while (left.size > 0) {
    const values = [...left].map((index) => {
      const { words, doubt, seconds } = candidates[index]!;
      const sum = Array.from(words).reduce((total, word, t) => {
        const everywhere = candidates.reduce((all, other) => all + doubtOf(other, word), 0);
        return total + doubt[t]! * everywhere ** 0.5 * 0.5 ** times(word);
      }, 0);
      return { index, value: sum / seconds };
    });
    const best = values.reduce((a, b) => (b.value > a.value ? b : a)).index;
    order.push(best);
    left.delete(best);
  }
  return order;
}
