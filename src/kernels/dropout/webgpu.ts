import { util } from '../../tensors/tensors.ts';
import { implementWebgpu } from '../webgpu/implement.ts';
import { f32, newTensor, runProgram, u32 } from '../webgpu/program.ts';
import { RANDOM } from '../webgpu/random.ts';
import { Dropout } from './op.ts';

const LARGEST_U32 = 2 ** 32 - 1;

export function registerDropoutWebgpu(): void {
  implementWebgpu(Dropout, ({ inputs: { x }, attrs, backend }) => {
    const { rate } = attrs;
    const y = newTensor(backend, x.shape);
    runProgram(backend, {
      name: 'Dropout',
      uniforms: () => ({
        key: u32(attrs.key),
        // For integers, `bits < rate · 2^32` is `bits < ceil(rate · 2^32)`.
        dropped: u32(Math.min(Math.ceil(rate * 2 ** 32), LARGEST_U32)),
        scale: f32(1 / (1 - rate)),
      }),
      inputs: { x },
      outputs: { y },
      shape: { invocations: util.sizeFromShape(x.shape) },
      declarations: RANDOM,
      main: DROPOUT,
    });
    return [y];
  });
}

/** One invocation draws for one element. */
const DROPOUT = /* wgsl */ `
  let kept = randomBits(uniforms.key, u32(index)) >= uniforms.dropped;
  y[index] = select(0.0, x[index] * uniforms.scale, kept);
`;
