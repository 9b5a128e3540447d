import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import {
  AddN,
  getKernel,
  registerKernel,
  unregisterKernel,
  type KernelConfig,
  type TensorInfo,
} from '@tensorflow/tfjs-core';

/**
 * TF.js' own AddN binds all its inputs at once, and with more than a shader may have (8 with the result, where nothing else is
 * asked for) it fails silently. This adds them up in groups, in their order.
 */
export function replaceAddN(): void {
  const { kernelFunc, ...config } = getKernel(AddN, 'webgpu') as KernelConfig;
  unregisterKernel(AddN, 'webgpu');
  registerKernel({
    ...config,
    kernelFunc: ({ inputs, attrs, backend }) => {
      const gpu = backend as WebGPUBackend;
      const terms = inputs as unknown as TensorInfo[]; // so TF.js passes what has any number of inputs
      const groupSize = gpu.device.limits.maxStorageBuffersPerShaderStage - 1;
      const add = (group: TensorInfo[]) =>
        kernelFunc({ inputs: group as unknown as typeof inputs, attrs, backend }) as TensorInfo;
      let sum = add(terms.slice(0, groupSize));
      for (let i = groupSize; i < terms.length; i += groupSize - 1) {
        const partial = sum;
        sum = add([partial, ...terms.slice(i, i + groupSize - 1)]);
        gpu.disposeData(partial.dataId);
      }
      return sum;
    },
  });
}
