/** The CPU backend of TF.js, whose kernels `simd` keeps where it has no own. Importing this module registers them. */
import '@tensorflow/tfjs-backend-cpu';

export { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
