/** Every kernel of the `webgpu` backend that is ours. */
export function registerWebgpuKernels(): void {}
