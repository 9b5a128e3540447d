import { expect, test } from 'vitest';
import { formatShare } from './format-share.ts';

test('a share is a percentage', () => {
  expect([formatShare(0.8768), formatShare(0.8768, 0), formatShare(1)]).toEqual(['87.7%', '88%', '100.0%']);
});
