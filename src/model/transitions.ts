import type { TransitionSnapshot } from './events.ts';
import type { Weights } from './weights.ts';

/** The CRF's weights on the host, all of one moment; zeros for a softmax decoder, which has none. */
export async function transitionSnapshot(weights: Weights, tags: number): Promise<TransitionSnapshot> {
  const read = async (name: string, size: number) => {
    const parameter = weights[name];
    return parameter === undefined ? new Float32Array(size) : new Float32Array(await parameter.data<'float32'>());
  };
  const [transitions, start, end] = await Promise.all([
    read('crf.transitions', tags * tags),
    read('crf.start', tags),
    read('crf.end', tags),
  ]);
  return { transitions, start, end };
}
