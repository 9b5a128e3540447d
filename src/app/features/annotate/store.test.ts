import { beforeEach, expect, test } from 'vitest';
import { advance, startOf } from '../../../annotation/sets/history.ts';
import { sentence, setOf } from '../../../annotation/testing.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { historyChanged, queueOrdered, sentenceShown, setOpened, useAnnotationStore } from './store.ts';

beforeEach(resetStores);

test('the place of the user and the queue follow sentences to their new numbers', () => {
  const start = startOf(setOf(['a b', 'c d', 'e f', 'g h'].map((text) => sentence(text))));
  setOpened('s', start);
  sentenceShown(3, [0, 1, 2], 0);
  queueOrdered([3, 1, 0, 2]);
  const merged = advance(start, { kind: 'do', action: { kind: 'merge', id: 0 }, at: 0 });
  historyChanged(merged);
  expect(useAnnotationStore.getState()).toMatchObject({ current: 2, visited: [1], queue: [2, 0, 1] });
  historyChanged(advance(merged, { kind: 'undo', at: 0 }));
  expect(useAnnotationStore.getState()).toMatchObject({ current: 3, visited: [2], queue: [3, 0, 1, 2] });
});
