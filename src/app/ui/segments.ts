/** An entity in a text: half-open character offsets. */
export interface MarkedEntity {
  type: string;
  start: number;
  end: number;
  /** Undefined where it is gold. */
  probability?: number;
  /** Not what the text is shown for. */
  isAside?: boolean;
}

export interface Segment {
  /** Where it begins in the text. */
  at: number;
  text: string;
  entity: MarkedEntity | undefined;
}

/** Cuts a text at its entities. Entities do not overlap; what a text has lost of its end is lost of them. */
export function segmentsOf(text: string, entities: readonly MarkedEntity[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const push = (end: number, entity?: MarkedEntity) => {
    if (end > at) segments.push({ at, text: text.slice(at, end), entity });
    at = Math.max(at, end);
  };
  for (const entity of [...entities].sort((a, b) => a.start - b.start)) {
    push(Math.min(entity.start, text.length));
    push(Math.min(entity.end, text.length), entity);
  }
  push(text.length);
  return segments;
}
