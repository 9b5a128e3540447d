import { spanAt, type TokenRange } from '../../../../annotation/spans/spans.ts';

/** The selected tokens: from anchor to focus, in either order, both included. */
export interface Selection {
  anchor: number;
  /** The end that moves. */
  focus: number;
}

export const atToken = (token: number): Selection => ({ anchor: token, focus: token });

export function rangeOf({ anchor, focus }: Selection): TokenRange {
  return { start: Math.min(anchor, focus), end: Math.max(anchor, focus) + 1 };
}

/** The selection within a sentence. @param length T */
export function within({ anchor, focus }: Selection, length: number): Selection {
  const limited = (token: number) => Math.max(0, Math.min(length - 1, token));
  return { anchor: limited(anchor), focus: limited(focus) };
}

/** The tokens that an edit applies to: a single token within a span stands for the span. */
export function editedRange(selection: Selection, spans: readonly TokenRange[]): TokenRange {
  const whole = selection.anchor === selection.focus ? spanAt(spans, selection.focus) : undefined;
  return whole === undefined ? rangeOf(selection) : { start: whole.start, end: whole.end };
}
