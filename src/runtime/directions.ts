import type { RunConfig } from '../config/schema.ts';
import type { Parameters } from './architecture.ts';

/** Undefined in models exported before the setting existed, which have both directions. */
export type Direction = RunConfig['direction'] | undefined;

/**
 * The parameters of a model, extended to both directions, which the kernels always compute: the missing direction has zero inputs and
 * zero weights, hence zero outputs, which are read with zero weights. Only the recurrent layers of the sentence, and the layers that
 * read their outputs, are affected.
 */
export function inBothDirections(parameter: Parameters, direction: Direction = 'both'): Parameters {
  if (direction === 'both') return parameter;
  return (name, shape) => {
    const ownShape = shape.map((size, axis) => (axesOf(name).includes(axis) ? size / 2 : size));
    // The rows of this one are for states, then for the context.
    const isOfBoth = name === 'context.u';
    const own = isOfBoth ? [2, ownShape[0]! / 2, ownShape[1]!] : ownShape;
    const axes = isOfBoth ? [1, 2] : axesOf(name);
    const second = direction === 'backward';
    let values = parameter(name, ownShape);
    for (const axis of axes) {
      values = withZeros(values, own, axis, second);
      own[axis]! *= 2;
    }
    return values;
  };
}

const READ_STATES = ['output.w', 'attention.q', 'attention.k', 'context.q', 'context.k', 'context.b', 'pooling.w'];

/** The axes of a parameter that span both directions. */
function axesOf(name: string): number[] {
  if (READ_STATES.includes(name)) return [0];
  if (['attention.v', 'context.v', 'context.u'].includes(name)) return [0, 1];
  const [, layer, part] = /^layer(\d+)\.(wx|b|wh)$/.exec(name) ?? [];
  if (part === undefined) return [];
  if (part !== 'wx') return [0];
  return layer === '0' ? [1] : [0, 1]; // the inputs of later layers are outputs of directions
}

/** A tensor padded with zeros of its own size, after it or before it, along an axis. */
function withZeros(values: Float32Array, shape: readonly number[], axis: number, isSecond: boolean): Float32Array {
  const width = shape.slice(axis).reduce((product, size) => product * size, 1);
  const all = new Float32Array(2 * values.length);
  for (let row = 0; row * width < values.length; row++) {
    all.set(values.subarray(row * width, (row + 1) * width), (2 * row + Number(isSecond)) * width);
  }
  return all;
}
