import { isolated } from '../../../lib/text-direction.ts';
import { formatProbability } from '../../look/format.ts';

/** An entity in a text: half-open character offsets. */
export interface MarkedEntity {
  type: string;
  start: number;
  end: number;
  /** Undefined for gold entities. */
  probability?: number;
  /** Whether the entity is only context: the text is shown for another one. */
  isAside?: boolean;
}

export interface Segment {
  /** Start offset in the text. */
  at: number;
  text: string;
  entity: MarkedEntity | undefined;
}

/** Splits a text at its entities, which must not overlap. Entities are clipped at the end of the text. */
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

/** `PER .92`: the label of a mark. The number stays behind the name of a type that is written from right to left. */
export function labelOf(type: string, probability: number | undefined): string {
  return probability === undefined ? type : `${isolated(type)} ${formatProbability(probability)}`;
}
