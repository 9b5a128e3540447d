import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serializeError, StudioError } from '../../lib/errors.ts';
import {
  byImportance,
  failureOver,
  failureReported,
  noticeAdded,
  noticesWithdrawn,
  notesExpired,
  useNoticeStore,
} from './notices.ts';

const notices = () => useNoticeStore.getState().notices;
const titles = () => byImportance(notices()).map(({ title }) => title);
const failure = (message: string) => serializeError(new StudioError('BadInput', message));
const note = (title: string, message = '') => noticeAdded({ kind: 'note', title, message });

beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
afterEach(() => {
  useNoticeStore.setState(useNoticeStore.getInitialState());
  vi.useRealTimers();
});

test('messages with the same title are one notice with a line each, dated by the latest', () => {
  failureReported('read the file', failure('Line 1.'));
  vi.setSystemTime(2000);
  failureReported('read the file', failure('Line 2.'));
  failureReported('read the file', failure('Line 1.'));
  failureReported('read the file', { ...failure(''), code: 'Cancelled' });
  expect(notices()).toMatchObject([{ title: 'Could not read the file', message: 'Line 1.\nLine 2.', at: 2000 }]);
});

test('a notice replaces the earlier one of its topic, and goes when its cause goes', () => {
  noticeAdded({ kind: 'note', title: 'The recipe is not the default', message: 'for a', topic: 'recipe fit' });
  noticeAdded({ kind: 'note', title: 'The recipe is not the default', message: 'for b', topic: 'recipe fit' });
  note('Other');
  expect(notices()).toMatchObject([{ message: 'for b' }, { title: 'Other' }]);
  noticesWithdrawn('The recipe is not the default');
  expect(titles()).toEqual(['Other']);
});

test('what failed is no longer said once it was done', () => {
  failureReported('read a', failure(''));
  failureReported('read b', failure(''));
  failureOver('read a');
  expect(titles()).toEqual(['Could not read b']);
});

test('the latest error comes first, then the latest', () => {
  failureReported('read', failure(''));
  failureReported('save', failure(''));
  note('first');
  note('second');
  expect(titles()).toEqual(['Could not save', 'second', 'first', 'Could not read']);
});

test('notes expire, errors do not; errors come first, then the latest', () => {
  note('first');
  failureReported('save', failure(''));
  vi.setSystemTime(5000);
  note('second');
  note('third');
  expect(titles()).toEqual(['Could not save', 'third', 'second', 'first']);
  notesExpired(4000);
  expect(titles()).toEqual(['Could not save', 'third', 'second']);
});

test('actions of notices with the same title are not merged', () => {
  const act = vi.fn<() => void>();
  noticeAdded({ kind: 'note', title: 'Recipe', message: 'a', action: { label: 'Undo', act } });
  noticeAdded({ kind: 'note', title: 'Recipe', message: 'b', action: { label: 'Undo', act } });
  expect(notices()).toHaveLength(2);
});
