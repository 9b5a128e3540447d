// One bidirectional LSTM layer of the default model (130 -> 2x200) with its input projection: forward, backward and all weight
// gradients, one thread. Tokens/s and GFLOP/s, best of several.
//
//   npm run build:wasm && node bench/kernels/recurrent-layer.mjs [--chromium] [--baseline]
import { runKernelBenchmark } from './run.mjs';

/** Sentences of one batch, longest first; their mean, 14.3, is that of CoNLL-2003. */
function lengthsOf(batch) {
  return Array.from({ length: batch }, (_, b) => Math.round(16.5 - (4.4 * b) / (batch - 1)));
}

function benchmark({ wasm, memory }, batches) {
  const [LSTM, G, I, H] = [0, 4, 130, 200];
  const columns = 2 * G * H;
  let end = 1024;
  const place = (floats) => {
    const start = end;
    end += Math.ceil(floats / 16) * 64;
    return start;
  };
  const random = (floats) => {
    const start = place(floats);
    const values = new Float32Array(memory.buffer, start, floats);
    for (let i = 0; i < floats; i++) values[i] = (Math.random() - 0.5) / 8;
    return start;
  };
  const [wx, b, wh] = [I * columns, columns, 2 * H * G * H].map(random);
  const [dwx, db, dwh] = [I * columns, columns, 2 * H * G * H].map(place);

  return batches.map((lengths) => {
    const T = lengths[0];
    const offsets = [0];
    for (let t = 0; t < T; t++) offsets.push(offsets[t] + lengths.filter((length) => length > t).length);
    const N = offsets[T];
    const [x, dy] = [N * I, N * 2 * H].map(random);
    const [projected, gates, dProjected] = [1, 2, 3].map(() => place(N * columns));
    const [y, cells] = [1, 2].map(() => place(N * 2 * H));
    const dx = place(N * I);
    const stepOffsets = place(T + 1);
    new Int32Array(memory.buffer, stepOffsets, T + 1).set(offsets);
    const B = lengths.length;
    const scratch = place(Math.max(wasm.multiplyScratchFloats(), wasm.recurrentGradScratchFloats(LSTM, H, B)));
    const directions = [0, 1];
    const panels = directions.map(() => place(wasm.recurrentPanelFloats(LSTM, H)));
    const spaces = directions.map(() => place(wasm.recurrentGradSpaceFloats(LSTM, H, N, B)));
    const parts = {
      'x.Wx + b': () => wasm.linear(I, columns, 0, N, 0, columns, x, wx, b, projected, scratch),
      forward: () => {
        for (const d of directions) {
          wasm.recurrentPack(LSTM, H, d, wh, panels[d]);
          wasm.recurrent(LSTM, H, T, d, 0, B, projected, panels[d], stepOffsets, y, gates, cells, scratch);
        }
      },
      backward: () => {
        for (const d of directions) {
          wasm.recurrentGradPack(LSTM, H, d, wh, spaces[d]);
          // prettier-ignore
          wasm.recurrentGrad(LSTM, H, T, B, d, 0, B, dy, y, gates, cells, stepOffsets, dProjected, spaces[d], scratch);
        }
      },
      dWh: () => {
        for (const d of directions) {
          // prettier-ignore
          wasm.recurrentGradWeights(LSTM, H, T, B, d, 0, H, 0, G * H, stepOffsets, dProjected, spaces[d], dwh, scratch);
        }
      },
      'dWx, db': () => wasm.linearGradW(N, I, columns, 0, I, 0, columns, dProjected, x, dwx, db, scratch),
      dx: () => wasm.linearGradX(I, columns, 0, N, 0, I, dProjected, wx, dx, scratch),
    };
    const best = Object.fromEntries(['all', ...Object.keys(parts)].map((name) => [name, Infinity]));
    for (let run = 0; run < 60; run++) {
      let all = 0;
      for (const [name, part] of Object.entries(parts)) {
        const start = performance.now();
        part();
        const time = performance.now() - start;
        best[name] = Math.min(best[name], time);
        all += time;
      }
      best.all = Math.min(best.all, all);
    }
    const flop = 3 * 2 * N * (I * columns + 2 * H * G * H);
    return { batch: lengths.length, tokens: N, best, flop };
  });
}

for (const { batch, tokens, best, flop } of await runKernelBenchmark(benchmark, [32, 10].map(lengthsOf))) {
  const { all, ...parts } = best;
  const share = Object.entries(parts).map(([name, time]) => `${name} ${time.toFixed(2)} ms`);
  console.log(
    `batch ${batch}, ${tokens} tokens: ${Math.round((1000 * tokens) / all)} tokens/s, ${(flop / all / 1e6).toFixed(1)} GFLOP/s (${share.join(', ')})`,
  );
}
