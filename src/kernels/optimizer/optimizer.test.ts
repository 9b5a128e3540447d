import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { Python } from '../../../test/helpers/python.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { testOptimizer } from './cases.ts';
import { sumOfSquaresReference, updateReference } from './reference.ts';
import { RULES, type UpdateAttrs } from './rules.ts';

const COMMON = { learningRate: 0.1, clipNorm: 0, l2: 0 };
const SGD: UpdateAttrs<'sgd'> = { rule: 'sgd', ...COMMON, momentum: 0.9, nesterov: false };
const RMSPROP: UpdateAttrs<'rmsprop'> = { rule: 'rmsprop', ...COMMON, alpha: 0.9, epsilon: 1e-8 };
const ADAM = { rule: 'adam', ...COMMON, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 } as const;

describe('optimizer references', () => {
  test('sum of squares by hand', () => {
    expect(sumOfSquaresReference([1, -2, 3])).toBe(14);
  });

  const after = (attrs: UpdateAttrs, ...gradients: number[]) => {
    const [parameter, velocity] = [Float64Array.of(1), Float64Array.of(0)];
    for (const g of gradients) {
      updateReference({ parameter, state: [velocity], gradient: [g], squaredNorm: 0, D: 1 }, attrs);
    }
    return [parameter[0]!, velocity[0]!];
  };

  test('SGD by hand: two updates, the second carried by momentum', () => {
    expectClose(after(SGD, 0.5), [0.95, 0.5], TOLERANCES.float64);
    expectClose(after(SGD, 0.5, 0.2), [0.95 - 0.1 * 0.65, 0.65], TOLERANCES.float64);
  });

  test("Nesterov's momentum by hand: the step looks ahead along the new velocity", () => {
    const nesterov = { ...SGD, nesterov: true };
    expectClose(after(nesterov, 0.5), [1 - 0.1 * (0.5 + 0.9 * 0.5), 0.5], TOLERANCES.float64);
    expect(after({ ...nesterov, momentum: 0 }, 0.5, 0.2)).toEqual(after({ ...SGD, momentum: 0 }, 0.5, 0.2));
  });

  test('RMSprop by hand: steps relative to the size of gradients', () => {
    expectClose(after({ ...RMSPROP, epsilon: 0 }, 4), [1 - 0.1 / Math.sqrt(0.1), 1.6], TOLERANCES.float64);
    expectClose(after({ ...RMSPROP, epsilon: 1 }, -3), [1 + 0.3 / (Math.sqrt(0.9) + 1), 0.9], TOLERANCES.float64);
  });

  test('clipping scales by the norm of all gradients, L2 comes after it', () => {
    const [parameter, velocity] = [Float64Array.of(2), Float64Array.of(0)];
    const attrs = { ...SGD, momentum: 0, clipNorm: 5, l2: 0.1 };
    updateReference({ parameter, state: [velocity], gradient: [6], squaredNorm: 100, D: 1 }, attrs);
    expectClose(velocity, [6 * (5 / (10 + 1e-6)) + 0.2], TOLERANCES.float64);
  });

  test('only the rows named change', () => {
    const [parameter, velocity] = [new Float64Array(6).fill(1), new Float64Array(6)];
    const gradients = { gradient: [1, 2, 3, 4], squaredNorm: 0, rows: [2, 0], D: 2 };
    updateReference({ parameter, state: [velocity], ...gradients }, SGD);
    expectClose(velocity, [3, 4, 0, 0, 1, 2], TOLERANCES.float64);
    expectClose(parameter, [0.7, 0.6, 1, 1, 0.9, 0.8], TOLERANCES.float64);
  });

  test.each([0, 0.1])('the first Adam update is a step of the learning rate, decay %d apart', (weightDecay) => {
    const [parameter, mean, variance] = [Float64Array.of(2), Float64Array.of(0), Float64Array.of(0)];
    const attrs = { ...ADAM, learningRate: 0.01, epsilon: 0, weightDecay, correction1: 0.1, correction2: 0.001 };
    updateReference({ parameter, state: [mean, variance], gradient: [-3], squaredNorm: 9, D: 1 }, attrs);
    expectClose(
      [parameter[0]!, mean[0]!, variance[0]!],
      [2 + 0.01 - 0.01 * weightDecay * 2, -0.3, 0.009],
      TOLERANCES.float64,
    );
  });
});

const python = new Python('torch');

/** PyTorch's constructors, and the attributes of update n, from 1, that should equal them. */
const PYTORCH: Record<string, (n: number) => UpdateAttrs> = {
  'SGD([p], lr=0.1, momentum=0.9, weight_decay=0.01)': () => ({ ...SGD, l2: 0.01 }),
  'SGD([p], lr=0.1, momentum=0.9, weight_decay=0.01, nesterov=True)': () => ({ ...SGD, l2: 0.01, nesterov: true }),
  'Adam([p], lr=0.1, weight_decay=0.01)': (n) => ({ ...ADAM, ...corrections(n), l2: 0.01 }),
  'AdamW([p], lr=0.1, weight_decay=0.2)': (n) => ({ ...ADAM, ...corrections(n), weightDecay: 0.2 }),
  'RMSprop([p], lr=0.1, alpha=0.9, weight_decay=0.01)': () => ({ ...RMSPROP, l2: 0.01 }),
};

const corrections = (n: number) => ({ correction1: 1 - 0.9 ** n, correction2: 1 - 0.999 ** n });

test('the references are the optimizers of PyTorch', python.testOptions, () => {
  const [initial, gradients] = [
    [1, -2, 0.5],
    [[0.3, -4, 1e-3], [-0.1, 2, 0.5], [0.2, 0, -7], [1, 1, 1]], // prettier-ignore
  ];
  const program = `
import json, sys, torch
def run(constructor):
    p = torch.nn.Parameter(torch.tensor(${JSON.stringify(initial)}, dtype=torch.float64))
    optimizer = eval("torch.optim." + constructor)
    for gradient in ${JSON.stringify(gradients)}:
        p.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
    return p.tolist()
print(json.dumps([run(constructor) for constructor in json.loads(sys.argv[1])]))
`;
  const output = python.run(['-c', program, JSON.stringify(Object.keys(PYTORCH))], tmpdir());
  const expected = JSON.parse(output) as number[][];
  for (const [i, [constructor, attrs]] of Object.entries(PYTORCH).entries()) {
    const parameter = Float64Array.from(initial);
    const state = RULES[attrs(1).rule].state.map(() => new Float64Array(3));
    for (const [n, gradient] of gradients.entries()) {
      updateReference({ parameter, state, gradient, squaredNorm: 0, D: 1 }, attrs(n + 1));
    }
    expectClose(parameter, expected[i]!, TOLERANCES.float64, constructor);
  }
  expect(new Set(Object.values(PYTORCH).map((attrs) => attrs(1).rule))).toEqual(new Set(Object.keys(RULES)));
});

testOptimizer();
