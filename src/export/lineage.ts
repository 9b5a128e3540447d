const THEN = ', then ';

/** The names of the files that a model was successively trained on. */
export function lineage(previous: string, next: string): string {
  return lastTrainedOn(previous) === next ? previous : `${previous}${THEN}${next}`;
}
/** The last of the names of `lineage`. */
export function lastTrainedOn(names: string): string {
  return names.split(THEN).at(-1)!;
}
