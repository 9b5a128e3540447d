import type { Pseudonyms } from '../documents/redaction/pseudonyms.ts';

/** Offsets count UTF-16 code units, end exclusive. */
export interface Found {
  type: string;
  text: string;
  start: number;
  end: number;
  probability: number;
  /** Whether it is below the threshold of the model. Undefined: it has none. */
  review?: boolean;
}

/** How entities are displayed: marked, or replaced. */
export type View = 'marks' | 'types' | 'pseudonyms';

/** The replacement of an entity; undefined if it is shown unchanged. */
export function replacementOf(entity: Found, view: View, pseudonyms: Pseudonyms): string | undefined {
  if (view === 'marks') return undefined;
  return view === 'types' ? `[${entity.type}]` : pseudonyms.of(entity);
}

/** A text with its entities replaced. @param entities in order, without overlap */
export function redact(text: string, entities: readonly Found[], view: View, pseudonyms: Pseudonyms): string {
  let at = 0;
  let out = '';
  for (const entity of entities) {
    out += text.slice(at, entity.start) + (replacementOf(entity, view, pseudonyms) ?? entity.text);
    at = entity.end;
  }
  return out + text.slice(at);
}
