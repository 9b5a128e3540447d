export interface Point {
  x: number;
  y: number;
}

const isPoint = ({ x, y }: Point): boolean => Number.isFinite(x) && Number.isFinite(y);

/** A line through the rows that have a value, in pixels. */
export function linePoints<Row extends { epoch: number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | undefined,
  place: (x: number, y: number) => Point,
): Point[] {
  return rows.map((row) => place(row.epoch, valueOf(row) ?? NaN)).filter(isPoint);
}
