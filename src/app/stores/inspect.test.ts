import { expect, test } from 'vitest';
import { resetStores } from '../../../test/app/reset-stores.ts';
import { taggingFailed, textTagged, textTyped, useInspectStore } from './inspect.ts';

const NOTHING = { tagged: undefined, tagError: undefined };
const ANSWER = { text: 'Oslo', result: { sentences: [], unknownLetters: [], milliseconds: 1 } };
const FAILURE = { code: 'NotReady', message: 'There is no model.', stack: undefined } as const;

test('late answers for an empty box are ignored', () => {
  resetStores();
  textTyped('Oslo');
  textTagged(ANSWER);
  expect(useInspectStore.getState()).toMatchObject({ tagged: ANSWER });
  taggingFailed(FAILURE);
  expect(useInspectStore.getState()).toMatchObject({ tagged: undefined, tagError: FAILURE });
  textTyped(' ');
  expect(useInspectStore.getState()).toMatchObject(NOTHING);
  textTagged(ANSWER);
  expect(useInspectStore.getState()).toMatchObject(NOTHING);
  taggingFailed(FAILURE);
  expect(useInspectStore.getState()).toMatchObject(NOTHING);
});
