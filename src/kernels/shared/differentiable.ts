import { add, ones, tidy, type Tensor } from '@tensorflow/tfjs-core';
import { assert, defined } from '../../lib/assert.ts';

/** An op that has run: what came in, what came out, and how a gradient goes back. */
interface Entry {
  inputs: readonly Tensor[];
  y: Tensor;
  saved: readonly Tensor[];
  backward: (dy: Tensor, saved: readonly Tensor[]) => readonly Tensor[];
}

/** Of the function whose gradients are asked for. */
let tape: Tape | undefined;

/**
 * An op with its own gradient, for `valueAndGradients`: `forward` gives the value and what the gradient needs, `backward` one
 * gradient for each input. TF.js' own ops are not seen by it: those that models need are wrapped in ../algebra/op.ts.
 */
export function differentiable<const X extends readonly Tensor[], S extends readonly Tensor[], Y extends Tensor>(
  inputs: X,
  forward: (...inputs: X) => { y: Y; saved: S },
  backward: (dy: Y, saved: S) => { readonly [Index in keyof X]: Tensor },
): Y {
  const { y, saved } = onTape(undefined, () => forward(...inputs)); // ops within this one are not to be gone through again
  tape?.add({ inputs, y, saved, backward: backward as unknown as Entry['backward'] });
  return y;
}

function onTape<T>(during: Tape | undefined, f: () => T): T {
  const before = tape;
  tape = during;
  try {
    return f();
  } finally {
    tape = before;
  }
}

/**
 * The value of `f`, and its gradients with respect to `leaves`: its ops are gone through backward (reverse mode; Griewank &
 * Walther 2008, chapter 3).
 *
 * Not TF.js' `valueAndGrads`: that one clones what ops save, opens scopes around every op and every gradient, and sorts out
 * its tape by dictionaries of tensors' numbers, which made up half of the time of JavaScript in a training step.
 *
 * @param f of `differentiable` ops, called once
 * @param dy the gradient of the value itself, of its shape; ones by default
 * @throws where the value does not depend on a leaf
 */
export function valueAndGradients<Y extends Tensor>(
  f: () => Y,
  leaves: readonly Tensor[],
  dy?: Tensor,
): { value: Y; gradients: Tensor[] } {
  assert(tape === undefined, () => 'valueAndGradients: called within itself');
  return tidy(() => {
    const recorded = new Tape(leaves);
    const value = onTape(recorded, f);
    recorded.freeUnsaved(value);
    const all = recorded.gradients(value, dy ?? ones(value.shape));
    const gradients = leaves.map((leaf, i) =>
      defined(all.get(leaf), () => `valueAndGradients: the value does not depend on leaf ${i}, [${leaf.shape}]`),
    );
    return { value, gradients };
  });
}

class Tape {
  readonly #entries: Entry[] = [];
  /** The leaves, and all that depends on them. */
  readonly #depending: Set<Tensor>;

  constructor(leaves: readonly Tensor[]) {
    this.#depending = new Set(leaves);
  }

  add(entry: Entry): void {
    if (!entry.inputs.some((x) => this.#depending.has(x))) return;
    this.#entries.push(entry);
    this.#depending.add(entry.y);
  }

  /** Frees what no gradient needs: otherwise all activations of a step were there at once. */
  freeUnsaved(value: Tensor): void {
    const saved = new Set(this.#entries.flatMap((entry) => entry.saved)).add(value);
    for (const { y } of this.#entries) if (!saved.has(y)) y.dispose();
  }

  /** @returns of all that the value depends on */
  gradients(value: Tensor, ofValue: Tensor): ReadonlyMap<Tensor, Tensor> {
    const gradients = new Map([[value, ofValue]]);
    for (const { inputs, y, saved, backward } of this.#entries.toReversed()) {
      const dy = gradients.get(y);
      if (dy === undefined) continue; // the value does not depend on it
      for (const [i, dx] of backward(dy, saved).entries()) {
        const x = inputs[i]!;
        if (!this.#depending.has(x)) continue;
        const others = gradients.get(x);
        gradients.set(x, others === undefined ? dx : add(others, dx));
      }
    }
    return gradients;
  }
}
