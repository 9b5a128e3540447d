import {
  dispose,
  randomUniform,
  tidy,
  type Tensor1D,
  type Tensor2D,
  type Tensor3D,
} from '../../src/tensors/tensors.ts';
import { raggedFromLengths } from '../../src/data/batches/ragged.ts';
import { linear } from '../../src/kernels/linear/op.ts';
import { recurrent } from '../../src/kernels/recurrent/op.ts';
import { valueAndGradients } from '../../src/kernels/shared/differentiable.ts';
import { raggedTensors } from '../../src/kernels/shared/ragged-tensors.ts';
import { GATES } from '../../src/kernels/recurrent/cells.ts';
import type { LayerShape, Work } from './protocol.ts';

/** Only a bidirectional LSTM: forward pass and all gradients, on the open device. */
export async function timeLayer({ batch, length, inputs, hidden, steps }: LayerShape): Promise<Work> {
  const tokens = batch * length;
  const columns = GATES.lstm * hidden;
  const layout = raggedFromLengths(new Int32Array(batch).fill(length));
  const random = (shape: number[], i: number) => randomUniform(shape, -0.1, 0.1, 'float32', i);
  const parameters = [[tokens, inputs], [inputs, 2 * columns], [2 * columns], [2, hidden, columns]].map(random);
  const dy = random([tokens, 2 * hidden], 9);
  const step = async () => {
    const gradients = tidy(() => {
      const layoutTensors = raggedTensors(layout);
      const [x, wx, b, wh] = parameters as [Tensor2D, Tensor2D, Tensor1D, Tensor3D];
      return valueAndGradients(() => recurrent('lstm', linear(x, wx, b), wh, layoutTensors), parameters, dy).gradients;
    });
    await gradients[2]!.data(); // the smallest one; waits until the device has finished
    dispose(gradients);
  };
  for (let i = 0; i < 3; i++) await step();
  const begin = performance.now();
  for (let i = 0; i < steps; i++) await step();
  const seconds = (performance.now() - begin) / 1000;
  dispose([...parameters, dy]);
  return { tokens: steps * tokens, seconds };
}
