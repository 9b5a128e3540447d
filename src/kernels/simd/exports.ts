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

  copyRows(rows: number, columns: number, from: Pointer, ldFrom: number, to: Pointer, ldTo: number): void;
  columnSums(rows: number, columns: number, x: Pointer, out: Pointer): void;
  broadcast(
    op: number,
    rows: number,
    columns: number,
    a: Pointer,
    lda: number,
    stepA: number,
    b: Pointer,
    ldb: number,
    stepB: number,
    out: Pointer,
  ): void;

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

  recurrentScratchFloats(cell: number, hidden: number): number;
  recurrent(
    cell: number,
    hidden: number,
    steps: number,
    projected: Pointer,
    wh: Pointer,
    stepOffsets: Pointer,
    y: Pointer,
    gates: Pointer,
    kept: Pointer,
    scratch: Pointer,
  ): void;
  recurrentGradScratchFloats(cell: number, hidden: number, rows: number, sequences: number): number;
  recurrentGrad(
    cell: number,
    hidden: number,
    steps: number,
    sequences: number,
    dy: Pointer,
    y: Pointer,
    gates: Pointer,
    kept: Pointer,
    wh: Pointer,
    stepOffsets: Pointer,
    dProjected: Pointer,
    dWh: Pointer,
    scratch: Pointer,
  ): void;

  lookupRows(n: number, d: number, table: Pointer, index: Pointer, y: Pointer): void;
  lookupRowsGrad(r: number, d: number, dy: Pointer, offsets: Pointer, items: Pointer, dTable: Pointer): void;

  charMaxPool(
    u: number,
    f: number,
    charCount: number,
    tables: Pointer,
    chars: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    y: Pointer,
    argmax: Pointer,
    scratch: Pointer,
  ): void;
  charMaxPoolScratchFloats(f: number, charCount: number, longest: number): number;
  charMaxPoolGrad(
    u: number,
    f: number,
    charCount: number,
    dy: Pointer,
    argmax: Pointer,
    chars: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    dTables: Pointer,
  ): void;

  dropout(n: number, x: Pointer, y: Pointer, key: number, threshold: number, scale: number): void;

  sumOfSquares(n: number, x: Pointer, s: Pointer): void;
  sgdUpdate(
    r: number,
    d: number,
    rows: Pointer,
    parameter: Pointer,
    gradient: Pointer,
    squaredNorm: Pointer,
    velocity: Pointer,
    learningRate: number,
    clipNorm: number,
    l2: number,
    momentum: number,
  ): void;
  adamUpdate(
    r: number,
    d: number,
    rows: Pointer,
    parameter: Pointer,
    gradient: Pointer,
    squaredNorm: Pointer,
    mean: Pointer,
    variance: Pointer,
    learningRate: number,
    clipNorm: number,
    l2: number,
    beta1: number,
    beta2: number,
    epsilon: number,
    weightDecay: number,
    correction1: number,
    correction2: number,
  ): void;

  crfLossScratchFloats(k: number, longest: number): number;
  crfLoss(
    b: number,
    k: number,
    longest: number,
    emissions: Pointer,
    transitions: Pointer,
    start: Pointer,
    end: Pointer,
    tags: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    losses: Pointer,
    dEmissions: Pointer,
    dTransitions: Pointer,
    dStart: Pointer,
    dEnd: Pointer,
    scratch: Pointer,
  ): void;
}
