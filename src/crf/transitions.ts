/**
 * One value for each transition between K tags: scores on the host or on a device, a mask of illegal transitions, or graph nodes that
 * compute scores.
 */
export type Transitions<Matrix, Vector = Matrix> = {
  /** [K, K] from row to column. */
  transitions: Matrix;
  /** [K] into the first tag. */
  start: Vector;
  /** [K] after the last tag. */
  end: Vector;
};

/** Applies `f` to each of the three parts. */
export function mapTransitions<Matrix, Vector, Out>(
  { transitions, start, end }: Transitions<Matrix, Vector>,
  f: (values: Matrix | Vector, part: keyof Transitions<unknown>) => Out,
): Transitions<Out> {
  return { transitions: f(transitions, 'transitions'), start: f(start, 'start'), end: f(end, 'end') };
}
