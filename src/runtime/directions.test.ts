import { expect, test } from 'vitest';
import { inBothDirections } from './directions.ts';

const numbered = (shapes: Record<string, number[]>) => (name: string, shape: readonly number[]) => {
  expect(shape).toEqual(shapes[name]);
  return Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, i) => i + 1);
};

test('what is missing is zero: gates, recurrent weights, and what reads them', () => {
  const shapes = {
    'layer0.wx': [2, 2],
    'layer0.b': [2],
    'layer0.wh': [1, 1, 2],
    'layer1.wx': [1, 2],
    'output.w': [1, 2],
    'output.b': [2],
  };
  const forward = inBothDirections(numbered(shapes), 'forward');
  expect([...forward('layer0.wx', [2, 4])]).toEqual([1, 2, 0, 0, 3, 4, 0, 0]);
  expect([...forward('layer0.b', [4])]).toEqual([1, 2, 0, 0]);
  expect([...forward('layer0.wh', [2, 1, 2])]).toEqual([1, 2, 0, 0]);
  expect([...forward('layer1.wx', [2, 4])]).toEqual([1, 2, 0, 0, 0, 0, 0, 0]);
  const backward = inBothDirections(numbered(shapes), 'backward');
  expect([...backward('layer0.wx', [2, 4])]).toEqual([0, 0, 1, 2, 0, 0, 3, 4]);
  expect([...backward('layer1.wx', [2, 4])]).toEqual([0, 0, 0, 0, 0, 0, 1, 2]);
  expect([...backward('output.w', [2, 2])]).toEqual([0, 0, 1, 2]);
  expect([...backward('output.b', [2])]).toEqual([1, 2]);
});

test('a model of both directions, or of before the setting, is as it is', () => {
  const parameter = numbered({ 'output.w': [2, 1] });
  expect(inBothDirections(parameter, 'both')).toBe(parameter);
  expect(inBothDirections(parameter, undefined)).toBe(parameter);
});
