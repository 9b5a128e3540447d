import { expect, test } from 'vitest';
import type { DeviceMeasurement } from '../../../workers/wire/payloads.ts';
import { measurementText, remarkOn } from './measure.ts';

const ROWS: DeviceMeasurement[] = [
  { device: 'simd', description: 'WebAssembly SIMD, two threads', value: { step: 4, javascript: 3.5, tokens: 120 } },
  { device: 'webgpu', failure: 'This browser has no WebGPU.' },
];

test('the copied text has the table, what the devices are, and why one is missing', () => {
  expect(measurementText(ROWS, 'Browser/1').split('\n')).toEqual([
    '| Device | tokens/s | ms a step | JavaScript, ms |',
    '| --- | --- | --- | --- |',
    '| SIMD | 30,000 | 4.00 | – |',
    '| WebGPU | – | – | – |',
    '',
    'SIMD: WebAssembly SIMD, two threads',
    'WebGPU was not measured: This browser has no WebGPU.',
    'Browser: Browser/1',
    'Training steps of the default recipe, 8 generated sentences each.',
  ]);
});

test('the time of a step in which programs were compiled is not shown as that of a step', () => {
  const slow: DeviceMeasurement = {
    device: 'webgpu',
    description: 'a GPU',
    value: { step: 10_400, javascript: undefined, tokens: 30 },
  };
  expect(measurementText([slow], '').split('\n')[2]).toBe('| WebGPU | – | – | – |');
  expect(remarkOn(slow)).toMatch(/^WebGPU: a GPU\. Too slow to be timed: .* took 10 s\.$/);
});

test('the programs of a step on a GPU follow in the copied text, with their shares', () => {
  const programs = [
    { program: 'MatMul', dispatches: 9, time: 30 },
    { program: 'CrfLoss', dispatches: 1, time: 10 },
  ];
  const value = { step: 0.5, javascript: 0.4, tokens: 120, programs };
  const text = measurementText([...ROWS.slice(0, 1), { device: 'webgpu', description: 'a GPU', value }], '');
  expect(text.split('\n').slice(-4)).toEqual([
    '| Program | Runs | µs | Share |',
    '| --- | --- | --- | --- |',
    '| MatMul | 9 | 30 | 75.0% |',
    '| CrfLoss | 1 | 10 | 25.0% |',
  ]);
});

test('programs whose times are all 0 have no shares', () => {
  const value = { step: 1, javascript: 1, tokens: 1, programs: [{ program: 'MatMul', dispatches: 9, time: 0 }] };
  const text = measurementText([{ device: 'webgpu', description: 'a GPU', value }], '');
  expect(text.split('\n').at(-1)).toBe('| MatMul | 9 | 0 | – |');
});
