import type { TransitionSnapshot } from './events.ts';
import type { Weights } from './weights.ts';

/** The CRF's weights on the host; zeros for a softmax decoder, which has none. */
export async function transitionSnapshot(weights: Weights, tags: number): Promise<TransitionSnapshot> {
  const read = async (name: string, size: number) => {
    const parameter = weights[name];
    return parameter === undefined ? new Float32Array(size) : Float32Array.from(await parameter.data<'float32'>());
  };
  return {
    transitions: await read('crf.transitions', tags * tags),
    start: await read('crf.start', tags),
    end: await read('crf.end', tags),
  };
}
