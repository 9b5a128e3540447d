import type { Batch } from '../data/batches/batch.ts';

/** The emissions of a feature CRF: `indicatorScores` of `src/model/tagger.ts`, summed in the same order. */
export class IndicatorPass {
  readonly #table: Float32Array;
  readonly #tags: number;

  /** @param table [Vi, K] */
  constructor(table: Float32Array, tags: number) {
    this.#table = table;
    this.#tags = tags;
  }

  /** @returns [N, K] in the layout of the batch */
  emissions({ indicators }: Batch): Float32Array {
    const K = this.#tags;
    if (indicators === undefined) throw new Error('Tagsmith: the batch was made without features');
    const { rows, bags } = indicators;
    const N = bags.offsets.length - 1;
    const scores = new Float32Array(N * K);
    for (let n = 0; n < N; n++) {
      for (let i = bags.offsets[n]!; i < bags.offsets[n + 1]!; i++) {
        const from = rows[bags.rows[i]!]! * K;
        for (let k = 0; k < K; k++) scores[n * K + k]! += this.#table[from + k]!;
      }
    }
    return scores;
  }
}
