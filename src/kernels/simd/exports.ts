/** An address in the module's memory. */
type Pointer = number;

/**
 * What the WebAssembly module exports: see the AssemblyScript function of the same name. Sizes count elements; booleans
 * arrive as 0 and 1.
 */
export interface SimdExports {
  gemm(
    m: number,
    n: number,
    k: number,
    a: Pointer,
    lda: number,
    transposeA: boolean,
    b: Pointer,
    ldb: number,
    transposeB: boolean,
    c: Pointer,
    ldc: number,
    addend: Pointer,
    ldAddend: number,
    scratch: Pointer,
  ): void;
  gemmScratchFloats(): number;

  linear(
    n: number,
    inputs: number,
    outputs: number,
    x: Pointer,
    w: Pointer,
    b: Pointer,
    y: Pointer,
    scratch: Pointer,
  ): void;
  linearGrad(
    n: number,
    inputs: number,
    outputs: number,
    dy: Pointer,
    x: Pointer,
    w: Pointer,
    dx: Pointer,
    dw: Pointer,
    db: Pointer,
    scratch: Pointer,
  ): void;
}
