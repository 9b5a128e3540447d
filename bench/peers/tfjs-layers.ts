import '@tensorflow/tfjs-backend-webgpu';
import {
  dispose,
  env,
  layers,
  mul,
  randomUniform,
  setBackend,
  sum,
  variableGrads,
  type Scalar,
  type Tensor,
} from '@tensorflow/tfjs';
import startWasm from 'virtual:tfjs-wasm';
import type { Handlers } from '../../src/lib/rpc.ts';
import type { LayersRequests } from '../engine/protocol.ts';

/** A bidirectional LSTM with the layers of TF.js, forward and the gradients of its weights, on one of the backends of TF.js. */
export const tfjsLayers: Handlers<undefined, LayersRequests> = {
  open: async (_, { backend }) => {
    if (backend === 'wasm') {
      if (!(await startWasm())) return { opened: false };
      env().set('WASM_HAS_MULTITHREAD_SUPPORT', false); // its threads wait forever for a script that is not in a bundle
    }
    return { opened: await setBackend(backend) };
  },

  layer: async (_, { batch, length, inputs, hidden, steps }) => {
    const lstm = layers.lstm({
      units: hidden,
      returnSequences: true,
      recurrentActivation: 'sigmoid',
      recurrentInitializer: 'glorotUniform', // the default, orthogonal, takes most of a minute and is not measured
    });
    const layer = layers.bidirectional({ layer: lstm, mergeMode: 'concat' });
    const x = randomUniform([batch, length, inputs], -0.1, 0.1);
    const dy = randomUniform([batch, length, 2 * hidden], -0.1, 0.1);
    dispose(layer.apply(x) as Tensor); // creates its weights
    const step = async () => {
      const { value, grads } = variableGrads(() => sum(mul(layer.apply(x) as Tensor, dy)) as Scalar);
      await value.data(); // waits until the GPU has finished
      await Object.values(grads).at(-1)?.data();
      dispose([value, grads as never]);
    };
    await step();
    const begin = performance.now();
    for (let i = 0; i < steps; i++) await step();
    const seconds = (performance.now() - begin) / 1000;
    dispose([x, dy]);
    layer.dispose();
    return { tokens: steps * batch * length, seconds };
  },
};
