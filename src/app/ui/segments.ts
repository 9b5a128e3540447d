/** An entity in a text: half-open character offsets. */
export interface MarkedEntity {
  type: string;
  start: number;
  end: number;
  /** Undefined for gold entities. */
  probability?: number;
  /** The text is not shown because of this entity. */
  isAside?: boolean;
}

export interface Segment {
  /** Offset in the text. */
  at: number;
  text: string;
  entity: MarkedEntity | undefined;
}

/** Cuts a text at its entities, which do not overlap. Entities are cut at the end of the text. */
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
