// What the WebAssembly module exports of the CRF, beside src/kernels/index.as.ts.

export { crfLoss, crfLossScratchFloats, crfPrepare, crfReduce, crfSpaceFloats, SHARDS as CRF_SHARDS } from './simd.as';
export { viterbi, viterbiScratchFloats } from './simd-viterbi.as';
