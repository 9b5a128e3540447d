// An entry of the WebAssembly module, beside src/crf/index.as.ts: every kernel that the host calls is exported from them.
// Each is declared for the host, under the same name, in ../exports.ts.

export * from './constants.as';
export { gemm, gemmScratchFloats } from './gemm.as';
export { IN_INTEGERS, isX86, multiply, multiplyScratchFloats } from './products.as';
export { broadcast, columnSums, copyRows } from './matrix.as';
export { linear, linearGradW, linearGradX } from '../../linear/simd.as';
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
