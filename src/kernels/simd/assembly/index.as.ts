// An entry of the WebAssembly module, beside src/crf/index.as.ts: what the host calls or has to know is exported from them, and
// only that. The build writes ../generated/kernels.js from it, with the same names.

export * from './constants.as';
export { gemm, gemmScratchFloats } from './gemm.as';
export { LEFT as TILE_ROWS, RIGHT as TILE_COLUMNS } from './integer-vectors.as';
export { LINE_FLOATS } from './lanes.as';
export { IN_INTEGERS, isX86, multiply, multiplyScratchFloats } from './products.as';
export { ADD as BROADCAST_ADD, broadcast, columnSums, copyRows, MULTIPLY as BROADCAST_MULTIPLY } from './matrix.as';
export { linear, linearGradW, linearGradX } from '../../linear/simd.as';
export { BACKWARD, FORWARD, GRU, LSTM, RNN } from '../../recurrent/simd-walk.as';
export { recurrent, recurrentPack, recurrentPanelFloats, recurrentScratchFloats } from '../../recurrent/simd.as';
export { recurrentOutput, recurrentOutputScratchFloats } from '../../recurrent/simd-output.as';
export {
  recurrentGrad,
  recurrentGradPack,
  recurrentGradScratchFloats,
  recurrentGradSpaceFloats,
  recurrentGradWeights,
} from '../../recurrent/simd-grad.as';
export { lookupRows, lookupRowsGrad } from '../../lookup/simd.as';
export { charMaxPool, charMaxPoolGrad, charMaxPoolScratchFloats } from '../../char-pool/simd.as';
export { dropout } from '../../dropout/simd.as';
export { adamUpdate, addSums, averageUpdate, sgdUpdate, squareSums, sumSquares } from '../../optimizer/simd.as';
