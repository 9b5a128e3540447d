/** The recurrent cells. */
export type Cell = 'lstm' | 'gru' | 'rnn';

/** G: gates of each cell. */
export const GATES: Record<Cell, number> = { lstm: 4, gru: 3, rnn: 1 };
