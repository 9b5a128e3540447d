import type * as NodeSystem from 'node:os';
import { importFromNode } from '../../../lib/wasm.ts';

/** More gain little: a step's sums are small, and its kernels follow each other. */
export const MAX_THREADS = 8;

/**
 * How many threads to use, the caller among them, or why only one.
 *
 * @param asked by a person; default: one for each core
 */
export async function chooseThreads(asked?: number): Promise<{ threads: number } | { refused: string }> {
  if (asked === 1) return { refused: 'You asked for one.' };
  // Node has no such thing, and needs none.
  if (typeof crossOriginIsolated === 'boolean' && !crossOriginIsolated) {
    return {
      refused:
        'Threads share memory, and browsers allow that only to isolated pages: serve this one with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    };
  }
  const threads = Math.min(asked ?? (await cores()), MAX_THREADS);
  return threads > 1 ? { threads } : { refused: 'This computer has one core.' };
}

async function cores(): Promise<number> {
  // Of Node's, only later versions have a navigator.
  if (typeof navigator !== 'undefined') return navigator.hardwareConcurrency;
  return (await importFromNode<typeof NodeSystem>('node:os')).availableParallelism();
}
