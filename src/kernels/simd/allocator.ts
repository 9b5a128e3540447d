import type { Pointer } from '../../lib/pointer.ts';
import type { Bytes } from '../../lib/units.ts';
import { LINE_FLOATS } from './generated/kernels.js';

/** A cache line: no two tensors share one, and v128 accesses are aligned. */
export const LINE: Bytes = 4 * LINE_FLOATS;

/**
 * Allocates blocks of a growing linear memory: best fit over the free blocks, which are sorted by address and merged with their
 * neighbours when freed. A training step frees what it allocated, so there are few free blocks, and the memory of a run is that
 * of its largest step.
 */
export class Allocator {
  /** Free blocks by ascending address, never adjacent. */
  readonly #starts: number[] = [];
  readonly #sizes: Bytes[] = [];
  readonly #live = new Map<number, Bytes>();
  readonly #grow: (end: Bytes) => void;
  #end: Bytes;
  #used: Bytes = 0;

  /**
   * @param start the first address to allocate
   * @param grow makes every address below `end` valid, or throws
   */
  constructor(start: number, grow: (end: Bytes) => void) {
    this.#end = Math.ceil(start / LINE) * LINE;
    this.#grow = grow;
  }

  /** Bytes in allocated blocks. */
  get used(): Bytes {
    return this.#used;
  }

  /** The address after the last block ever allocated. */
  get end(): Bytes {
    return this.#end;
  }

  /** @returns the address of `bytes` uninitialised bytes, a multiple of 64 */
  allocate(bytes: Bytes): Pointer {
    const size = Math.max(LINE, Math.ceil(bytes / LINE) * LINE);
    const best = this.#bestFit(size);
    const start = best === undefined ? this.#extend(size) : this.#takeFrom(best, size);
    this.#live.set(start, size);
    this.#used += size;
    return start as Pointer;
  }

  free(start: number): void {
    const size = this.#live.get(start);
    if (size === undefined) throw new Error(`allocator: no block at ${start} is allocated`);
    this.#live.delete(start);
    this.#used -= size;
    this.#insert(start, size);
  }

  #bestFit(size: Bytes): number | undefined {
    let best: number | undefined;
    let bestSize = Infinity;
    for (let i = 0; i < this.#sizes.length; i++) {
      const candidate = this.#sizes[i]!;
      if (candidate >= size && candidate < bestSize) {
        best = i;
        bestSize = candidate;
        if (candidate === size) break;
      }
    }
    return best;
  }

  #takeFrom(i: number, size: Bytes): number {
    const start = this.#starts[i]!;
    if (this.#sizes[i] === size) {
      this.#starts.splice(i, 1);
      this.#sizes.splice(i, 1);
    } else {
      this.#starts[i] = start + size;
      this.#sizes[i]! -= size;
    }
    return start;
  }

  /** Allocates at the end of the memory, from the start of a free block there, if any. */
  #extend(size: Bytes): number {
    const last = this.#starts.length - 1;
    const endsFree = last >= 0 && this.#endOf(last) === this.#end;
    const start = endsFree ? this.#starts[last]! : this.#end;
    this.#grow(start + size);
    if (endsFree) {
      this.#starts.pop();
      this.#sizes.pop();
    }
    this.#end = start + size;
    return start;
  }

  /** The address after free block i. */
  #endOf(i: number): number {
    return this.#starts[i]! + this.#sizes[i]!;
  }

  #insert(start: number, size: Bytes): void {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    const joinsNext = this.#starts[low] === start + size;
    const joinsPrevious = low > 0 && this.#endOf(low - 1) === start;
    if (joinsPrevious) {
      this.#sizes[low - 1]! += size + (joinsNext ? this.#sizes[low]! : 0);
      if (joinsNext) {
        this.#starts.splice(low, 1);
        this.#sizes.splice(low, 1);
      }
    } else if (joinsNext) {
      this.#starts[low] = start;
      this.#sizes[low]! += size;
    } else {
      this.#starts.splice(low, 0, start);
      this.#sizes.splice(low, 0, size);
    }
  }
}

/** Jobs that use memory while the caller continues. */
interface Jobs {
  /** Number of jobs issued. */
  readonly issued: number;
  /** Number of jobs completed; jobs are performed in order. */
  readonly completed: number;
  /** Waits until all jobs are completed. */
  flush(): void;
}

/** An allocator for memory used by running jobs: a freed block is reused after the jobs issued before have completed. */
export class SharedAllocator {
  readonly #allocator: Allocator;
  readonly #jobs: () => Jobs | undefined;
  /** In the order in which they were freed. */
  #retired: { start: number; issued: number }[] = [];

  /** @param jobs returns undefined without threads */
  constructor(allocator: Allocator, jobs: () => Jobs | undefined) {
    this.#allocator = allocator;
    this.#jobs = jobs;
  }

  /** Like `Allocator.allocate`, but waits for the jobs if there is no other free memory. */
  allocate(bytes: Bytes): Pointer {
    this.reclaim();
    try {
      return this.#allocator.allocate(bytes);
    } catch (error) {
      if (this.#retired.length === 0) throw error;
      this.#jobs()?.flush();
      this.reclaim();
      return this.#allocator.allocate(bytes);
    }
  }

  free(start: number): void {
    this.#retired.push({ start, issued: this.#jobs()?.issued ?? 0 });
    this.reclaim();
  }

  /** Frees the blocks that no job uses any more. */
  reclaim(): void {
    const jobs = this.#jobs();
    const inUse = ({ issued }: { issued: number }) => jobs !== undefined && ((issued - jobs.completed) | 0) > 0;
    let count = 0;
    for (const block of this.#retired) {
      if (inUse(block)) break;
      this.#allocator.free(block.start);
      count++;
    }
    if (count > 0) this.#retired = this.#retired.slice(count);
  }
}

/** One block of memory that grows on demand. */
export class GrowingBlock {
  readonly #allocator: Pick<Allocator, 'allocate' | 'free'>;
  #address: Pointer | undefined;
  #bytes: Bytes = 0;

  constructor(allocator: Pick<Allocator, 'allocate' | 'free'>) {
    this.#allocator = allocator;
  }

  /** @returns the address of at least `bytes` uninitialised bytes, the same memory as in earlier calls */
  take(bytes: Bytes): Pointer {
    if (this.#address === undefined || bytes > this.#bytes) {
      if (this.#address !== undefined) this.#allocator.free(this.#address);
      this.#address = undefined; // the next line may throw
      this.#address = this.#allocator.allocate(bytes);
      this.#bytes = bytes;
    }
    return this.#address;
  }
}
