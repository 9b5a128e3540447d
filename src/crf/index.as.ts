// What the WebAssembly module of src/kernels/simd exports of the CRF.

export { crfLoss, crfLossScratchFloats, crfPrepare, crfReduce, crfSpaceFloats } from './simd.as';
export { viterbi, viterbiScratchFloats } from './simd-viterbi.as';
