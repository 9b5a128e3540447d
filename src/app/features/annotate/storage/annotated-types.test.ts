import { beforeEach, expect, test, vi } from 'vitest';
import { spanTypes } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { useViewStore } from '../../../stores/view.ts';
import { changeTypes, closeSet, createSetOf } from '../sets/actions.ts';

beforeEach(resetStores);

test('the types of the open set are those of the whole page', async () => {
  const names = () => useViewStore.getState().annotatedTypes?.map(({ name }) => name);
  await createSetOf('letters', spanTypes(['SHIP']), [sentence('Nora sails')]);
  expect(names()).toEqual(['SHIP']);
  changeTypes(spanTypes(['SHIP', 'PORT']));
  await vi.waitFor(() => expect(names()).toEqual(['SHIP', 'PORT']));
  closeSet();
  expect(names()).toBeUndefined();
});
