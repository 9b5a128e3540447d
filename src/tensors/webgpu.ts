/** The WebGPU backend of TF.js. Importing this module registers the backend and its kernels. */
import '@tensorflow/tfjs-backend-webgpu';

export { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
export type { WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';
