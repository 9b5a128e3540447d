import { add, addN, AddN, ones, tidy, type Tensor } from '../../tensors/tensors.ts';
import { assert, defined } from '../../lib/assert.ts';
import { isImplemented } from './kernel.ts';

/** A recorded op: its inputs, its output, and its gradient function. */
interface Entry {
  inputs: readonly Tensor[];
  y: Tensor;
  saved: readonly Tensor[];
  backward: (dy: Tensor, saved: readonly Tensor[]) => readonly Tensor[];
}

/** Records the ops of the function being differentiated. */
let tape: Tape | undefined;

/**
 * An op with its own gradient, for `valueAndGradients`. `forward` returns the value and the tensors that the gradient needs; `backward`
 * returns one gradient per input. TF.js' own ops are not recorded: those that models need are wrapped in ../algebra/op.ts.
 */
export function differentiable<const X extends readonly Tensor[], S extends readonly Tensor[], Y extends Tensor>(
  inputs: X,
  forward: (...inputs: X) => { y: Y; saved: S },
  backward: (dy: Y, saved: S) => { readonly [Index in keyof X]: Tensor },
): Y {
  const { y, saved } = onTape(undefined, () => forward(...inputs)); // ops within this one are not recorded
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
 * The value of `f` and its gradients with respect to `leaves`, by reverse-mode differentiation (Griewank & Walther 2008,
 * chapter 3).
 *
 * Replaces TF.js' `valueAndGrads`, which clones saved tensors, opens scopes around every op and every gradient, and filters its
 * tape with dictionaries of tensor ids. That took half of the JavaScript time of a training step.
 *
 * @param f of `differentiable` ops, called once
 * @param dy the gradient of the value, of the same shape; default: ones
 * @throws if the value does not depend on a leaf
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
      total(defined(all.get(leaf), () => `valueAndGradients: the value does not depend on leaf ${i}, [${leaf.shape}]`)),
    );
    return { value, gradients };
  });
}

class Tape {
  readonly #entries: Entry[] = [];
  /** The leaves, and all tensors that depend on them. */
  readonly #depending: Set<Tensor>;

  constructor(leaves: readonly Tensor[]) {
    this.#depending = new Set(leaves);
  }

  add(entry: Entry): void {
    if (!entry.inputs.some((x) => this.#depending.has(x))) return;
    this.#entries.push(entry);
    this.#depending.add(entry.y);
  }

  /** Frees tensors that no gradient needs; otherwise all activations of a step would be in memory at once. */
  freeUnsaved(value: Tensor): void {
    const saved = new Set(this.#entries.flatMap((entry) => entry.saved)).add(value);
    for (const { y } of this.#entries) if (!saved.has(y)) y.dispose();
  }

  /** @returns the gradients of all tensors that the value depends on, one from each use of a tensor */
  gradients(value: Tensor, ofValue: Tensor): ReadonlyMap<Tensor, readonly Tensor[]> {
    const gradients = new Map([[value, [ofValue]]]);
    for (const { inputs, y, saved, backward } of this.#entries.toReversed()) {
      const ofUses = gradients.get(y);
      if (ofUses === undefined) continue; // the value does not depend on it
      for (const [i, dx] of backward(total(ofUses), saved).entries()) {
        const x = inputs[i]!;
        if (!this.#depending.has(x)) continue;
        const others = gradients.get(x);
        if (others === undefined) gradients.set(x, [dx]);
        else others.push(dx);
      }
    }
    return gradients;
  }
}

/** Inputs of a program with one output: WebGPU guarantees 8 storage buffers. */
const MOST_ADDED = 7;

/** The sum of tensors in their order, which takes a single dispatch where TF.js has the kernel. @param parts not empty; equal shapes */
function total([first, ...others]: readonly Tensor[]): Tensor {
  let sum = first!;
  const atOnce = isImplemented({ name: AddN }) ? MOST_ADDED - 1 : 1;
  for (let i = 0; i < others.length; i += atOnce) {
    const next = others.slice(i, i + atOnce);
    sum = next.length === 1 ? add(sum, next[0]!) : addN([sum, ...next]);
  }
  return sum;
}
