import {
  backend,
  dispose,
  randomUniform,
  zeros,
  type Tensor1D,
  type Tensor2D,
  type TensorInfo,
} from '../../src/tensors/tensors.ts';
import { linear } from '../../src/kernels/linear/op.ts';
import type { SimdBackend } from '../../src/kernels/simd/backend.ts';
import { kernels } from '../../src/kernels/simd/generated/kernels.js';
import { ranges } from '../../src/kernels/simd/threads/ranges.ts';
import { elementAt } from '../../src/lib/pointer.ts';
import type { Milliseconds } from '../../src/lib/units.ts';
import type { Peak } from './protocol.ts';

const SIDE = 512;
/** About the working set of a training step: more than fits into the caches of a core. */
const COPY_ROWS = 2048;
const COPY_COLUMNS = 1024;

/**
 * The peak of the open `simd` backend with all its threads: large matrix products, and copies. Measure it between the
 * steps that are compared with it: the speed of a shared processor varies by a factor of two.
 */
export class PeakMeter {
  readonly #simd = backend() as SimdBackend;
  readonly #sides = [1, 2].map((seed) => randomUniform([SIDE, SIDE], -1, 1, 'float32', seed) as Tensor2D);
  readonly #bias = zeros([SIDE]) as Tensor1D;
  readonly #from: TensorInfo = this.#simd.output([COPY_ROWS, COPY_COLUMNS]);
  readonly #to: TensorInfo = this.#simd.output([COPY_ROWS, COPY_COLUMNS]);
  readonly #products: Milliseconds[] = [];
  readonly #copies: Milliseconds[] = [];

  /** Times one product and one copy, each after a warm-up call. */
  measure(): void {
    this.#simd.flush();
    const product = () => {
      linear(this.#sides[0]!, this.#sides[1]!, this.#bias).dispose();
      this.#simd.flush();
    };
    const copy = () => this.#copy();
    product();
    this.#products.push(timeOf(product));
    copy();
    this.#copies.push(timeOf(copy));
  }

  /** The medians. */
  get peak(): Peak {
    const bytes = 2 * 4 * COPY_ROWS * COPY_COLUMNS; // read and written
    return {
      flopsPerSecond: (1000 * 2 * SIDE ** 3) / median(this.#products),
      bytesPerSecond: (1000 * bytes) / median(this.#copies),
    };
  }

  dispose(): void {
    dispose([...this.#sides, this.#bias]);
    for (const { dataId } of [this.#from, this.#to]) this.#simd.disposeData(dataId);
  }

  #copy(): void {
    const [from, to] = [this.#simd.pointer(this.#from), this.#simd.pointer(this.#to)];
    const parts = ranges(COPY_ROWS, this.#simd.threads).map((rows) =>
      kernels.copyRows({
        rows: rows.to - rows.from,
        columns: COPY_COLUMNS,
        from: elementAt(from, rows.from * COPY_COLUMNS),
        ldFrom: COPY_COLUMNS,
        to: elementAt(to, rows.from * COPY_COLUMNS),
        ldTo: COPY_COLUMNS,
      }),
    );
    this.#simd.run(parts);
    this.#simd.flush();
  }
}

function median(times: readonly Milliseconds[]): Milliseconds {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

function timeOf(run: () => void): Milliseconds {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}
