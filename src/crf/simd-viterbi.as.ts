import { doubles, floats } from '../kernels/simd/assembly/lanes.as';
import { addScores, padded, promote } from './recursion.as';

/** Floats of scratch that `viterbi` needs for k tags and at most `longest` tokens. */
export function viterbiScratchFloats(k: i32, longest: i32): i32 {
  return (2 * (k + 2) + longest) * padded(k);
}

/**
 * The best paths of the sentences `[from, to)`. Scores are f64, as in decode.ts, so the tags are the same.
 *
 * @param emissions [N, K]
 * @param transitions [K, K]
 * @param start [K]
 * @param end [K]
 * @param lengths [B] i32
 * @param stepOffsets [T+1] i32
 * @param tags [N] i32 out
 * @param scratch `viterbiScratchFloats` floats
 */
export function viterbi(
  from: i32,
  to: i32,
  k: i32,
  emissions: usize,
  transitions: usize,
  start: usize,
  end: usize,
  lengths: usize,
  stepOffsets: usize,
  tags: usize,
  scratch: usize,
): void {
  const width = padded(k);
  const rowBytes = floats(k);
  const steps = scratch; // [K, width] f64: the transitions
  const origins = steps + doubles((k + 2) * width); // [T, width] i32: the previous tag on the best path to each tag
  for (let j = 0; j < k; j++) promote(k, transitions + <usize>j * rowBytes, steps + doubles(j * width));

  for (let sentence = from; sentence < to; sentence++) {
    let best = steps + doubles(k * width); // [width] f64: best score of the paths so far that end in each tag
    let next = best + doubles(width);
    const last = load<i32>(lengths + floats(sentence)) - 1;
    promote(k, start, best);
    addScores(k, best, emissions + <usize>sentence * rowBytes, best);
    for (let t = 1; t <= last; t++) {
      advance(k, best, steps, next, origins + floats(t * width));
      const row = load<i32>(stepOffsets + floats(t)) + sentence;
      addScores(k, next, emissions + <usize>row * rowBytes, next);
      const previous = best;
      best = next;
      next = previous;
    }
    addScores(k, best, end, best);
    let tag = highestOf(k, best);
    for (let t = last; t >= 0; t--) {
      store<i32>(tags + floats(load<i32>(stepOffsets + floats(t)) + sentence), tag);
      tag = load<i32>(origins + floats(t * width + tag)); // undefined for the first token, and not used
    }
  }
}

/**
 * `next[j] = the highest of best[i] + steps[i, j]`, and its i, the lowest on a tie.
 *
 * @param best [K] f64
 * @param steps [K, width] f64
 * @param next [width] f64, arbitrary beyond k
 * @param origins [width] i32
 */
// @inline
function advance(k: i32, best: usize, steps: usize, next: usize, origins: usize): void {
  const width = padded(k);
  for (let j = 0; j < width; j += 4) {
    let step = steps + doubles(j);
    const first = v128.load64_splat(best);
    let low = f64x2.add(first, v128.load(step));
    let high = f64x2.add(first, v128.load(step, 16));
    let lowOrigin = i64x2.splat(0);
    let highOrigin = i64x2.splat(0);
    for (let i = 1; i < k; i++) {
      step += doubles(width);
      const score = v128.load64_splat(best + doubles(i));
      const origin = i64x2.splat(i);
      const lowScore = f64x2.add(score, v128.load(step));
      const highScore = f64x2.add(score, v128.load(step, 16));
      lowOrigin = v128.bitselect(origin, lowOrigin, f64x2.gt(lowScore, low));
      highOrigin = v128.bitselect(origin, highOrigin, f64x2.gt(highScore, high));
      low = f64x2.pmax(low, lowScore);
      high = f64x2.pmax(high, highScore);
    }
    v128.store(next + doubles(j), low);
    v128.store(next + doubles(j), high, 16);
    v128.store(origins + floats(j), v128.shuffle<i32>(lowOrigin, highOrigin, 0, 2, 4, 6));
  }
}

/** The index of the highest, the first on a tie. @param x [K] f64 */
// @inline
function highestOf(k: i32, x: usize): i32 {
  let place = 0;
  for (let i = 1; i < k; i++) if (load<f64>(x + doubles(i)) > load<f64>(x + doubles(place))) place = i;
  return place;
}
