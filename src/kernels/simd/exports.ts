/** An address in the module's memory. */
type Pointer = number;

/** The address of working memory that is a kernel's own while it runs: always its last argument. */
export type Scratch = Pointer & { readonly isScratch: true };

/** A part of an output, by rows and columns: from the first, to before the second. */
type Block = [rowsFrom: number, rowsTo: number, columnsFrom: number, columnsTo: number];

/** `c = addend + op(a) · op(b)` */
type MatrixProduct = (
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
  scratch: Scratch,
) => void;

/**
 * What the WebAssembly module exports: see the AssemblyScript function of the same name. Sizes count elements; booleans
 * arrive as 0 and 1.
 */
export interface SimdExports {
  readonly gemm: MatrixProduct;
  gemmScratchFloats(): number;
  readonly multiply: MatrixProduct;
  multiplyScratchFloats(): number;
  isX86(infinity: number): number;

  copyRows(rows: number, columns: number, from: Pointer, ldFrom: number, to: Pointer, ldTo: number): void;
  columnSums(rows: number, columns: number, x: Pointer, ldx: number, out: Pointer): void;
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
    inputs: number,
    outputs: number,
    ...rest: [...Block, x: Pointer, w: Pointer, b: Pointer, y: Pointer, scratch: Scratch]
  ): void;
  linearGradX(
    inputs: number,
    outputs: number,
    ...rest: [...Block, dy: Pointer, w: Pointer, dx: Pointer, scratch: Scratch]
  ): void;
  linearGradW(
    n: number,
    inputs: number,
    outputs: number,
    ...rest: [...Block, dy: Pointer, x: Pointer, dw: Pointer, db: Pointer, scratch: Scratch]
  ): void;

  recurrentPanelFloats(cell: number, hidden: number): number;
  recurrentScratchFloats(hidden: number, sequences: number): number;
  recurrentPack(cell: number, hidden: number, direction: number, wh: Pointer, panels: Pointer): void;
  recurrent(
    cell: number,
    hidden: number,
    steps: number,
    direction: number,
    from: number,
    to: number,
    projected: Pointer,
    panels: Pointer,
    stepOffsets: Pointer,
    y: Pointer,
    gates: Pointer,
    kept: Pointer,
    scratch: Scratch,
  ): void;
  recurrentOutputScratchFloats(cell: number, hidden: number, sequences: number): number;
  recurrentOutput(
    cell: number,
    hidden: number,
    steps: number,
    direction: number,
    from: number,
    to: number,
    projected: Pointer,
    inputRows: Pointer,
    panels: Pointer,
    stepOffsets: Pointer,
    y: Pointer,
    scratch: Scratch,
  ): void;
  recurrentGradSpaceFloats(cell: number, hidden: number, rows: number, sequences: number): number;
  recurrentGradScratchFloats(cell: number, hidden: number, sequences: number): number;
  recurrentGradPack(cell: number, hidden: number, direction: number, wh: Pointer, space: Pointer): void;
  recurrentGrad(
    cell: number,
    hidden: number,
    steps: number,
    sequences: number,
    direction: number,
    from: number,
    to: number,
    dy: Pointer,
    y: Pointer,
    gates: Pointer,
    kept: Pointer,
    stepOffsets: Pointer,
    dProjected: Pointer,
    space: Pointer,
    scratch: Scratch,
  ): void;
  recurrentGradWeights(
    cell: number,
    hidden: number,
    steps: number,
    sequences: number,
    direction: number,
    ...rest: [...Block, stepOffsets: Pointer, dProjected: Pointer, space: Pointer, dWh: Pointer, scratch: Scratch]
  ): void;

  lookupRows(n: number, d: number, table: Pointer, index: Pointer, y: Pointer): void;
  lookupRowsGrad(r: number, d: number, dy: Pointer, offsets: Pointer, items: Pointer, dTable: Pointer): void;

  charMaxPool(
    from: number,
    to: number,
    f: number,
    charCount: number,
    tables: Pointer,
    chars: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    y: Pointer,
    argmax: Pointer,
    scratch: Scratch,
  ): void;
  charMaxPoolScratchFloats(f: number, charCount: number, longest: number): number;
  charMaxPoolGrad(
    u: number,
    from: number,
    to: number,
    f: number,
    charCount: number,
    dy: Pointer,
    argmax: Pointer,
    chars: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    dTables: Pointer,
  ): void;

  dropout(from: number, to: number, x: Pointer, y: Pointer, key: number, threshold: number, scale: number): void;

  squareSums(n: number): number;
  sumSquares(n: number, from: number, to: number, x: Pointer, sums: Pointer): void;
  addSums(count: number, sums: Pointer, s: Pointer): void;
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
  averageUpdate(n: number, average: Pointer, now: Pointer, kept: number): void;
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

  crfSpaceFloats(k: number): number;
  crfPrepare(k: number, transitions: Pointer, space: Pointer): void;
  crfLossScratchFloats(k: number, longest: number): number;
  crfLoss(
    from: number,
    to: number,
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
    space: Pointer,
    scratch: Scratch,
  ): void;
  crfReduce(k: number, space: Pointer, dTransitions: Pointer, dStart: Pointer, dEnd: Pointer): void;

  viterbiScratchFloats(k: number, longest: number): number;
  viterbi(
    from: number,
    to: number,
    k: number,
    emissions: Pointer,
    transitions: Pointer,
    start: Pointer,
    end: Pointer,
    lengths: Pointer,
    stepOffsets: Pointer,
    tags: Pointer,
    scratch: Scratch,
  ): void;
}
