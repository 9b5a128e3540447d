// The CRF exports of the WebAssembly module; src/kernels/index.as.ts has the others.

export { crfLoss, crfLossScratchFloats, crfPrepare, crfReduce, crfSpaceFloats, SHARDS as CRF_SHARDS } from './simd.as';
export { viterbi, viterbiScratchFloats } from './simd-viterbi.as';
