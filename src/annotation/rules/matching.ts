// What kinds of rules are matched with.

/** A sentence as rules see it. Offsets are in UTF-16 code units of `text`. */
export interface RuleSentence {
  text: string;
  /** [T] */
  tokens: readonly string[];
  /** [T] */
  offsets: readonly { start: number; end: number }[];
}

/** Tokens `[start, end)` that a rule matches. */
export interface RuleMatch {
  start: number;
  end: number;
}

/** The parts of a text in a field of a rule, which `|` or line breaks separate. */
export function alternatives(text: string): string[] {
  return text
    .split(/[|\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
