// What the WebAssembly module of src/kernels/simd exports of the CRF.

export { crfLoss, crfLossScratchFloats, crfPrepare, crfReduce, crfSpaceFloats, SHARDS as CRF_SHARDS } from './simd.as';
export { viterbi, viterbiScratchFloats } from './simd-viterbi.as';
