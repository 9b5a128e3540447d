import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameQueue } from './frame-queue.ts';

let queue: FrameQueue;
let frames: (() => void)[] = [];
let idle: (() => void)[] = [];

/** Runs the next frame and the idle callbacks after it. */
function nextFrame(): void {
  const [frame] = frames.splice(0, 1);
  frame?.();
  for (const rest of idle.splice(0)) rest();
}

beforeEach(() => {
  queue = new FrameQueue();
  vi.stubGlobal('requestIdleCallback', (rest: () => void) => idle.push(rest));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.unstubAllGlobals();
  frames = [];
  idle = [];
});

test('runs one drawing per frame, in the order added, without duplicates', () => {
  const drawn: string[] = [];
  const draw = (name: string) => () => void drawn.push(name);
  const loss = draw('loss');
  queue.add(loss);
  queue.add(draw('f1'));
  queue.add(loss);
  expect(drawn).toEqual([]);
  nextFrame();
  expect(drawn).toEqual(['loss']);
  nextFrame();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
  expect(frames).toEqual([]);
});

test('a drawing that is added while it runs, runs again', () => {
  let count = 0;
  const draw = () => {
    count++;
    if (count === 1) queue.add(draw);
  };
  queue.add(draw);
  nextFrame();
  nextFrame();
  expect(count).toBe(2);
});

test('a deleted drawing does not run', () => {
  const drawn: string[] = [];
  const loss = () => void drawn.push('loss');
  queue.add(loss);
  queue.add(() => void drawn.push('f1'));
  queue.delete(loss);
  nextFrame();
  expect(drawn).toEqual(['f1']);
});

test('the next drawing waits until the page is idle', () => {
  const drawn: string[] = [];
  queue.add(() => void drawn.push('loss'));
  queue.add(() => void drawn.push('f1'));
  frames.splice(0)[0]?.();
  expect(drawn).toEqual(['loss']);
  expect(frames).toEqual([]);
  idle.splice(0)[0]?.();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
});

test('without requestIdleCallback uses a timer', () => {
  vi.unstubAllGlobals();
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const drawn: string[] = [];
  queue.add(() => void drawn.push('loss'));
  queue.add(() => void drawn.push('f1'));
  frames.splice(0)[0]?.();
  vi.runAllTimers();
  vi.useRealTimers();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
});
