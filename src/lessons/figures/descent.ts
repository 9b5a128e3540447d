export const OPTIMIZERS = ['sgd', 'momentum', 'rmsprop', 'adam'] as const;

export interface DescentSettings {
  optimizer: (typeof OPTIMIZERS)[number];
  rate: number;
  momentum: number;
  /** Of the bowl: the loss is 0.5 · curvature · w². */
  curvature: number;
  steps: number;
  /** The gradient is scaled down to this size; undefined: not. */
  clip?: number | undefined;
}

/** Where a descent starts. */
const START = 3;
const EPSILON = 1e-8;

/**
 * The weight and the loss before each step and after the last, for one weight in a bowl. Momentum as in PyTorch's SGD; RMSprop with the decay 0.9
 * (Hinton 2012); Adam with the decays 0.9 and 0.999 (Kingma & Ba 2015, Algorithm 1).
 */
export function descent({
  optimizer,
  rate,
  momentum,
  curvature,
  steps,
  clip,
}: DescentSettings): { w: number; loss: number }[] {
  const point = (w: number) => ({ w, loss: 0.5 * curvature * w * w });
  const points = [point(START)];
  let w = START;
  let mean = 0;
  let square = 0;
  for (let step = 1; step <= steps; step++) {
    const steep = curvature * w;
    const gradient = clip === undefined ? steep : Math.sign(steep) * Math.min(Math.abs(steep), clip);
    switch (optimizer) {
      case 'sgd':
        w -= rate * gradient;
        break;
      case 'momentum':
        mean = momentum * mean + gradient;
        w -= rate * mean;
        break;
      case 'rmsprop':
        square = 0.9 * square + 0.1 * gradient ** 2;
        w -= (rate * gradient) / (Math.sqrt(square) + EPSILON);
        break;
      case 'adam':
        mean = 0.9 * mean + 0.1 * gradient;
        square = 0.999 * square + 0.001 * gradient ** 2;
        w -= (rate * (mean / (1 - 0.9 ** step))) / (Math.sqrt(square / (1 - 0.999 ** step)) + EPSILON);
        break;
      default:
        optimizer satisfies never;
    }
    points.push(point(w));
  }
  return points;
}
