import type { Bytes } from './units.ts';

/** An address in a WebAssembly memory. A branded type, so that a number of elements cannot be passed instead. */
export type Pointer = number & { readonly isPointer: true };

/** Null pointer, for kernels that allow it: nothing is stored at address 0. */
export const NULL_POINTER = 0 as Pointer;

const FLOAT_BYTES: Bytes = 4;

/** The address of element `index` of the array at `pointer`. @param bytes per element: 4 for float32 and int32 */
export function elementAt(pointer: Pointer, index: number, bytes: Bytes = FLOAT_BYTES): Pointer {
  return (pointer + bytes * index) as Pointer;
}
