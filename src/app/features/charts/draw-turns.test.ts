import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawInTurn } from './draw-turns.ts';

let frames: (() => void)[] = [];
let idle: (() => void)[] = [];

/** The page shows its next frame, and comes to rest. */
function nextFrame(): void {
  const [frame] = frames.splice(0, 1);
  frame?.();
  for (const rest of idle.splice(0)) rest();
}

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (rest: () => void) => idle.push(rest));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.unstubAllGlobals();
  frames = [];
  idle = [];
});

test('one a frame, in the order they asked, once each however often they asked', () => {
  const drawn: string[] = [];
  const draw = (name: string) => () => void drawn.push(name);
  const loss = draw('loss');
  drawInTurn(loss);
  drawInTurn(draw('f1'));
  drawInTurn(loss);
  expect(drawn).toEqual([]);
  nextFrame();
  expect(drawn).toEqual(['loss']);
  nextFrame();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
  expect(frames).toEqual([]);
});

test('who asks while being drawn is drawn again', () => {
  let count = 0;
  const draw = () => {
    count++;
    if (count === 1) drawInTurn(draw);
  };
  drawInTurn(draw);
  nextFrame();
  nextFrame();
  expect(count).toBe(2);
});

test('while the page is busy with one, the next waits', () => {
  const drawn: string[] = [];
  drawInTurn(() => void drawn.push('loss'));
  drawInTurn(() => void drawn.push('f1'));
  frames.splice(0)[0]?.();
  expect(drawn).toEqual(['loss']);
  expect(frames).toEqual([]);
  idle.splice(0)[0]?.();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
});

test('without idle callbacks it waits a moment', () => {
  vi.unstubAllGlobals();
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const drawn: string[] = [];
  drawInTurn(() => void drawn.push('loss'));
  drawInTurn(() => void drawn.push('f1'));
  frames.splice(0)[0]?.();
  vi.runAllTimers();
  vi.useRealTimers();
  nextFrame();
  expect(drawn).toEqual(['loss', 'f1']);
});
