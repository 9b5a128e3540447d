export type Place = readonly [first: number, last: number];
export type Unit = 'tokens' | 'characters';

/** The places of one type in a context. */
export interface Answer {
  type: string;
  /** Undefined if they can only be masks. */
  places: Place[] | undefined;
  /** If the lists have a 0 or 1 for each token or character: the places that these say, with inclusive ends. */
  mask?: { unit: Unit; places: Place[] };
}
