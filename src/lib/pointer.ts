import type { Bytes } from './units.ts';

/** An address in a WebAssembly memory. A type of its own, so that no count of elements can stand in its place. */
export type Pointer = number & { readonly isPointer: true };

/** Stands for "none" where a kernel says so: nothing is ever stored at address 0. */
export const NULL_POINTER = 0 as Pointer;

const FLOAT_BYTES: Bytes = 4;

/** The address of element `index` of an array that begins at `pointer`. @param bytes of an element: 4 for float32 and int32 */
export function elementAt(pointer: Pointer, index: number, bytes: Bytes = FLOAT_BYTES): Pointer {
  return (pointer + bytes * index) as Pointer;
}
