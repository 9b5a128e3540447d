import { expect, test } from 'vitest';
import { readView, withView } from './view-address.ts';

test.each([
  ['', 'charts', 0, undefined, undefined],
  ['?tab=runs', 'runs', 0, undefined, undefined],
  ['?tab=inside&token=5', 'inside', 0, 4, undefined],
  ['?tab=inside&sentence=2&token=1', 'inside', 1, 0, undefined],
  ['?tab=inside&sentence=2&token=1&slide=trellis', 'inside', 1, 0, 'trellis'],
] as const)('%s is read and written', (search, view, sentence, token, slide) => {
  const addressed = { view, place: { sentence, token, slide } };
  expect(readView(search)).toEqual(addressed);
  expect(withView('', addressed)).toBe(search);
});

test('other parameters are kept, and the place in another tab is removed', () => {
  const place = { sentence: 1, token: 3, slide: 'trellis' };
  expect(withView('?device=simd&tab=inside&sentence=2&token=4&slide=why', { view: 'score', place })).toBe(
    '?device=simd&tab=score',
  );
  expect(withView('?device=simd&tab=runs', { view: 'charts', place })).toBe('?device=simd');
  expect(withView('?tab=inside', { view: 'seeds', place })).toBe(''); // a tab that exists only with a run
});

test('invalid values are ignored', () => {
  expect(readView('?tab=attic&sentence=-1&token=1.5')).toEqual({
    view: 'charts',
    place: { sentence: 0, token: undefined },
  });
});
