import type * as NodeSystem from 'node:os';
import { importFromNode } from '../../../lib/wasm.ts';

/** More threads give little speedup: the products of a step are small, and its kernels depend on each other. */
export const MAX_THREADS = 8;

/**
 * The number of threads to use, including the caller, or the reason for a single one.
 *
 * @param requested by the user; default: one per core
 */
export async function chooseThreads(requested?: number): Promise<{ threads: number } | { refused: string }> {
  if (requested === 1) return { refused: 'One thread was requested.' };
  // Node has no cross-origin isolation, and does not need it.
  if (typeof crossOriginIsolated === 'boolean' && !crossOriginIsolated) {
    return {
      refused:
        'Threads share memory, which browsers allow only in isolated pages. Serve this page with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    };
  }
  const threads = Math.min(requested ?? (await cores()), MAX_THREADS);
  return threads > 1 ? { threads } : { refused: 'This computer has one core.' };
}

async function cores(): Promise<number> {
  // Node 20 has no navigator.
  if (typeof navigator !== 'undefined') return navigator.hardwareConcurrency;
  return (await importFromNode<typeof NodeSystem>('node:os')).availableParallelism();
}
