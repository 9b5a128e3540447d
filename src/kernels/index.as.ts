// The functions and constants that the host uses of the WebAssembly module. The build joins this file and src/crf/index.as.ts, and writes
// simd/generated/kernels.js with the same names.

export * from './simd/assembly/constants.as';
export { gemm, gemmScratchFloats } from './simd/assembly/gemm.as';
export { LEFT as TILE_ROWS, RIGHT as TILE_COLUMNS } from './simd/assembly/integer-vectors.as';
export { LINE_FLOATS } from './simd/assembly/lanes.as';
export { IN_INTEGERS, isX86, multiply, multiplyScratchFloats } from './simd/assembly/products.as';
export {
  ADD as BROADCAST_ADD,
  broadcast,
  columnSums,
  copyRows,
  MULTIPLY as BROADCAST_MULTIPLY,
} from './simd/assembly/matrix.as';
export { consistentScores, typeShares } from './consistency/simd.as';
export { layerMix, layerMixGrad, layerMixProducts, layerShares } from './layer-mix/simd.as';
export { linear, linearGradW, linearGradX } from './linear/simd.as';
export { gatedAdd, gatedAddGrad, linkSums, linkWeights, linkWeightsGrad, tanhGrad, tanhOf } from './links/simd.as';
export { BACKWARD, FORWARD, GRU, LSTM, RNN } from './recurrent/simd-walk.as';
export { recurrent, recurrentPack, recurrentPanelFloats, recurrentScratchFloats } from './recurrent/simd.as';
export { recurrentOutput, recurrentOutputScratchFloats } from './recurrent/simd-output.as';
export {
  recurrentGrad,
  recurrentGradPack,
  recurrentGradScratchFloats,
  recurrentGradSpaceFloats,
  recurrentGradWeights,
} from './recurrent/simd-grad.as';
export { lookupRows, lookupRowsGrad } from './lookup/simd.as';
export { charMaxPool, charMaxPoolGrad, charMaxPoolScratchFloats } from './char-pool/simd.as';
export { sequenceMax, sequenceMaxGrad } from './sequence-max/simd.as';
export { dropout } from './dropout/simd.as';
export * from './optimizer/simd.as';
