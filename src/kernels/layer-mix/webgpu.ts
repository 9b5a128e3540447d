import { implementWebgpu } from '../webgpu/implement.ts';
import { lanesOr } from '../webgpu/lanes.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { LayerMix, LayerMixGrad } from './op.ts';

const LANES = 256;

export function registerLayerMixWebgpu(): void {
  implementWebgpu(LayerMix, ({ inputs: { x, w, gamma }, backend }) => {
    const [n = 0, columns = 0] = x.shape;
    const [layers = 1] = w.shape;
    const shares = newTensor(backend, [layers]);
    runProgram(backend, {
      name: 'LayerShares',
      inputs: { w },
      outputs: { shares },
      shape: { invocations: 1 },
      main: SHARES,
    });
    const y = newTensor(backend, [n, columns / layers]);
    runProgram(backend, {
      name: 'LayerMix',
      constants: { LAYERS: layers },
      inputs: { x, shares, gamma },
      outputs: { y },
      shape: { invocations: (n * columns) / layers },
      main: MIX,
    });
    return [y, shares];
  });

  implementWebgpu(LayerMixGrad, ({ inputs: { dy, x, shares, gamma }, backend }) => {
    const [layers = 1] = shares.shape;
    const g = newTensor(backend, [layers]);
    runProgram(backend, {
      name: 'LayerMixProducts',
      constants: { LAYERS: layers },
      inputs: { dy, x },
      outputs: { g },
      shape: { grid: [layers, 1], lanes: lanesOr(LANES) },
      declarations: 'var<workgroup> partial : array<f32, LANES>;',
      main: PRODUCTS,
    });
    const [dw, dGamma] = [newTensor(backend, [layers]), newTensor(backend, [1])];
    runProgram(backend, {
      name: 'LayerMixGrad',
      constants: { LAYERS: layers },
      inputs: { g, shares, gamma },
      outputs: { dw, dGamma },
      shape: { invocations: 1 },
      main: GRAD,
    });
    backend.disposeData(g.dataId);
    return [dw, dGamma];
  });
}

/** A single invocation, as there are only a few layers. */
const SHARES = /* wgsl */ `
  var most = w[0];
  for (var l = 1; l < uniforms.wShape; l++) { most = max(most, w[l]); }
  var total = 0.0;
  for (var l = 0; l < uniforms.wShape; l++) {
    shares[l] = exp(w[l] - most);
    total += shares[l];
  }
  for (var l = 0; l < uniforms.wShape; l++) { shares[l] = shares[l] / total; }
`;

/** One invocation mixes one element. */
const MIX = /* wgsl */ `
  let d = uniforms.xShape.y / LAYERS;
  let first = (index / d) * uniforms.xShape.y + index % d;
  var sum = 0.0;
  for (var l = 0; l < LAYERS; l++) { sum += shares[l] * x[first + l * d]; }
  y[index] = gamma[0] * sum;
`;

/**
 * A workgroup for each layer: each invocation sums every 256th product, then the sums are added in pairs. The order is fixed. Workgroup
 * memory: 1 KiB.
 */
const PRODUCTS = /* wgsl */ `
  let lane = i32(localIndex);
  let layer = i32(workgroupId.x);
  let d = uniforms.dyShape.y;
  let size = uniforms.dyShape.x * d;
  var sum = 0.0;
  for (var i = lane; i < size; i += LANES) {
    sum += dy[i] * x[(i / d) * uniforms.xShape.y + layer * d + i % d];
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = LANES / 2; half > 0; half = half / 2) {
    if (lane < half) { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0) { g[layer] = partial[0]; }
`;

const GRAD = /* wgsl */ `
  var mean = 0.0;
  for (var l = 0; l < LAYERS; l++) { mean += shares[l] * g[l]; }
  dGamma[0] = mean;
  for (var l = 0; l < LAYERS; l++) { dw[l] = gamma[0] * shares[l] * (g[l] - mean); }
`;
