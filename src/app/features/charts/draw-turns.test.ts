import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawInTurn } from './draw-turns.ts';

let frames: (() => void)[] = [];

/** The page shows its next frame, and comes to rest. */
function nextFrame(): void {
  const [frame] = frames.splice(0, 1);
  frame?.();
  vi.runAllTimers();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  frames = [];
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
