import { beforeEach, expect, test, vi } from 'vitest';
import { isSetAside } from '../../../../annotation/evaluation-set.ts';
import { startOf } from '../../../../annotation/history.ts';
import { sentence, setOf } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import type * as Files from '../../../files/files.ts';
import { setOpened } from '../store.ts';
import { addAsTrainingData } from './actions.ts';

const added: File[] = [];
vi.mock('../../../files/files.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Files>()),
  addFiles: (files: readonly File[]) => Promise.resolve(void added.push(...files)),
}));

beforeEach(() => {
  resetStores();
  added.length = 0;
});

test('the training file has the accepted sentences that are not set aside', async () => {
  const texts = Array.from({ length: 100 }, (_, i) => `Nora sails ${i}`);
  const aside = texts.filter((text) => isSetAside(text.split(' ')));
  expect(aside.length).toBeGreaterThan(0);
  const set = setOf(texts.map((text, i) => sentence(text, [], i < 90 ? 'accepted' : 'open')));
  setOpened('letters', startOf(set));
  await addAsTrainingData(false);
  expect(added.map(({ name }) => name)).toEqual(['letters.train.conll']);
  const trained = (await added[0]!.text()).trim().split('\n\n');
  const words = trained.map((lines) => lines.split('\n').map((line) => line.split(' ')[0]).join(' ')); // prettier-ignore
  expect(words).toEqual(texts.slice(0, 90).filter((text) => !aside.includes(text)));
});
