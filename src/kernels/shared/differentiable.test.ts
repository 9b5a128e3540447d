import { memory, setBackend, tensor1d, tensor2d, tidy, type Tensor, type Tensor2D } from '../../tensors/tensors.ts';
import '../../tensors/cpu.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addRow, concatColumns, product } from '../algebra/op.ts';
import { differentiable, valueAndGradients } from './differentiable.ts';

beforeAll(async () => {
  await setBackend('cpu');
});

const valuesOf = (tensors: Tensor[]) => tensors.map((tensor) => [...tensor.dataSync()]);

describe('valueAndGradients', () => {
  test('goes backward through all that lies between', () => {
    tidy(() => {
      const [x, w, b] = [tensor2d([[1, 2]]), tensor2d([[3], [4]]), tensor1d([5])]; // prettier-ignore
      const { value, gradients } = valueAndGradients(() => addRow(product(x, w), b), [x, w, b]);
      expect(valuesOf([value, ...gradients])).toEqual([[16], [3, 4], [1, 2], [1]]);
    });
  });

  test('adds up what comes back on several ways', () => {
    tidy(() => {
      const x = tensor2d([[3]]);
      const { value, gradients } = valueAndGradients(() => product(product(x, x), x), [x]);
      expect(valuesOf([value, ...gradients])).toEqual([[27], [27]]); // x³, 3x²
      const twice = valueAndGradients(() => concatColumns(x, x), [x], tensor2d([[5, 7]]));
      expect(valuesOf(twice.gradients)).toEqual([[12]]);
    });
  });

  test('asks no gradient of ops that no leaf goes into, or that the value does not need', () => {
    tidy(() => {
      const [leaf, constant] = [tensor2d([[2]]), tensor2d([[3]])];
      const asked: string[] = [];
      const watched = (x: Tensor2D, name: string) =>
        differentiable(
          [x],
          (input) => ({ y: product(input, input), saved: [] }),
          (dy) => {
            asked.push(name);
            return [dy];
          },
        );
      valueAndGradients(() => {
        watched(leaf, 'not needed');
        return product(watched(leaf, 'needed'), watched(constant, 'constant'));
      }, [leaf]);
      expect(asked).toEqual(['needed']);
    });
  });

  test('leaves its value and gradients, frees all else, and spares the leaves', () => {
    const [x, w, b] = [tensor2d([[1, 2]]), tensor2d([[3], [4]]), tensor1d([5])]; // prettier-ignore
    const before = memory().numTensors;
    const { value, gradients } = valueAndGradients(() => addRow(addRow(product(x, w), b), b), [w, b]);
    expect(memory().numTensors).toBe(before + 3);
    for (const tensor of [x, w, b, value, ...gradients]) tensor.dispose();
  });

  test('goes through an op once, of whichever others it is made', () => {
    tidy(() => {
      const x = tensor2d([[3]]);
      const square = (t: Tensor2D) =>
        differentiable(
          [t],
          (input) => ({ y: product(input, input), saved: [input] as const }),
          (dy, [input]) => [product(product(dy, input), tensor2d([[2]]))],
        );
      expect(valuesOf(valueAndGradients(() => square(x), [x]).gradients)).toEqual([[6]]);
    });
  });

  test('frees activations that no gradient needs before it goes backward', () => {
    tidy(() => {
      const x = tensor2d([[1, 2]]);
      const disposed: boolean[] = [];
      const needs = (t: Tensor2D, saved: readonly Tensor2D[]) =>
        differentiable(
          [t],
          (input) => ({ y: addRow(input, tensor1d([1, 1])), saved }),
          (dy) => {
            disposed.push(t.isDisposed);
            return [dy];
          },
        );
      valueAndGradients(() => {
        const first = needs(x, []);
        const second = needs(first, [first]);
        return needs(second, []);
      }, [x]);
      expect(disposed).toEqual([true, false, false]); // backward: the last one's input, then the saved one, then the leaf
    });
  });

  test('fails where a leaf has no part in the value, or within itself, and works afterwards', () => {
    tidy(() => {
      const [x, other] = [tensor2d([[1]]), tensor2d([[1, 2]])];
      const square = () => product(x, x);
      expect(() => valueAndGradients(square, [x, other])).toThrow('does not depend on leaf 1, [1,2]');
      expect(() => valueAndGradients(() => valueAndGradients(square, [x]).value, [x])).toThrow('within itself');
      expect(valuesOf(valueAndGradients(square, [x]).gradients)).toEqual([[2]]);
    });
  });
});
