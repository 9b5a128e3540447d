// The kernels that tagging needs: the WebAssembly module inside tagger.mjs (src/runtime). The build writes
// src/runtime/generated/forward.js with the same names.

export * from './simd/assembly/constants.as';
export { gemm, gemmScratchFloats } from './simd/assembly/gemm.as';
export {
  IN_INTEGERS,
  isX86,
  multiplyPanels,
  packPanels,
  panelFloats,
  panelScratchFloats,
} from './simd/assembly/products.as';
export { BACKWARD, FORWARD, GRU, LSTM, RNN } from './recurrent/simd-walk.as';
export { recurrentPack, recurrentPanelFloats } from './recurrent/simd.as';
export { recurrentOutput, recurrentOutputScratchFloats } from './recurrent/simd-output.as';
export { gatedAdd, linkSums, linkWeights, tanhOf } from './links/simd.as';
export { consistentScores, typeShares } from './consistency/simd.as';
export { charMaxPool, charMaxPoolScratchFloats } from './char-pool/simd.as';
