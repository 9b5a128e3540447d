import { describe, expect, test } from 'vitest';
import { labelRoom, shortened, spreadLabels } from './end-labels.ts';
import { textWidth } from './text-width.ts';

test('the space for labels fits the longest, up to a limit', () => {
  expect(labelRoom([{ text: 'PER 97.0' }])).toBe(84);
  expect(labelRoom([{ text: 'train 0.12' }])).toBe(labelRoom([{ text: 'train 0.123' }]));
  expect(labelRoom([{ text: 'ORGANIZATION 97.0' }])).toBeGreaterThan(120);
  expect(labelRoom([{ text: 'x'.repeat(80) }])).toBeLessThan(180);
  const capitals = 'DOCUMENTO_PROCES… 0.0';
  expect(labelRoom([{ text: capitals }])).toBeGreaterThan(textWidth(capitals) + 20);
});

test('names that are too long keep their start, and what is wanted of their end', () => {
  expect(shortened('ORGANIZATION')).toBe('ORGANIZATION');
  expect(shortened('a run with a long name')).toBe('a run with a lon…');
  expect(['NAME_OF_A_LONG_TYPE_11', 'NAME_OF_A_LONG_TYPE_12'].map((name) => shortened(name, 3))).toEqual([
    'NAME_OF_A_LON…_11',
    'NAME_OF_A_LON…_12',
  ]);
});

describe('spreadLabels', () => {
  test('labels keep their order and a minimum distance', () => {
    const placed = spreadLabels([50, 52, 51, 10], 13, 0, 200);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(13);
    expect(placed[3]).toBe(10);
    expect(placed[0]!).toBeLessThan(placed[2]!);
    expect(placed[2]!).toBeLessThan(placed[1]!);
  });

  test('labels at the lower edge are moved up', () => {
    expect(spreadLabels([199, 200], 13, 0, 200)).toEqual([187, 200]);
  });
});
