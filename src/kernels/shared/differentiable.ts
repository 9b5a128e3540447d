import { customGrad, type Tensor } from '@tensorflow/tfjs-core';

/**
 * An op with its own gradient: `forward` gives the value and what the gradient needs, `backward` one gradient for each input.
 *
 * Not TF.js' `registerGradient`: for a kernel of several outputs that one makes a tensor of zeros, as large as the output, for
 * the gradient of each output that the loss does not use (for the gates of a recurrent layer, megabytes a step).
 */
export function differentiable<const X extends readonly Tensor[], S extends readonly Tensor[], Y extends Tensor>(
  inputs: X,
  forward: (...inputs: X) => { y: Y; saved: S },
  backward: (dy: Y, saved: S) => { readonly [Index in keyof X]: Tensor },
): Y {
  return customGrad((...args) => {
    // TF.js passes the inputs and, last, the function that keeps tensors for the gradient.
    const save = args.pop() as (tensors: Tensor[]) => void;
    const { y, saved } = forward(...(args as unknown as X));
    save([...saved]);
    return { value: y, gradFunc: (dy: Y, kept: Tensor[]) => [...backward(dy, kept as unknown as S)] };
  })(...inputs) as Y;
}
