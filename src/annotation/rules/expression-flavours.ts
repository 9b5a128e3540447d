/** A regular expression of JavaScript. */
export interface Expression {
  source: string;
  /** Without `g`. */
  flags: string;
}

/** `/…/i`, as JavaScript, Perl and Ruby write an expression. */
const SLASHES = /^\/(.+)\/([gimsuxy]{0,7})$/su;
/** Flags at the beginning, as in Python, Java and PCRE. */
const LEADING_FLAGS = /^\(\?([imsu]{1,4})\)/u;
const CLASSES: Readonly<Record<string, string>> = {
  alpha: String.raw`\p{L}`,
  digit: String.raw`\p{Nd}`,
  alnum: String.raw`\p{L}\p{Nd}`,
  upper: String.raw`\p{Lu}`,
  lower: String.raw`\p{Ll}`,
  punct: String.raw`\p{P}`,
  space: String.raw`\s`,
  blank: String.raw` \t`,
};
/** An escaped character stays, or is one that other flavours have. */
const OTHERS =
  /\\([AZz])|\\[^]|\[:(alpha|digit|alnum|upper|lower|punct|space|blank):\]|\(\?P(?:<(?![=!])|=(\w{1,50})\))/gu;

/**
 * An expression as Python, PCRE, Perl or grep write it: `(?i)` at the beginning, `/…/i`, groups `(?P<name>…)` and `(?P=name)`, `[[:upper:]]`,
 * `\A` and `\Z`.
 */
export function expressionOf(value: string): Expression {
  const [, inner = value, marked = ''] = SLASHES.exec(value) ?? [];
  const [start = '', leading = ''] = LEADING_FLAGS.exec(inner) ?? [];
  const source = inner
    .slice(start.length)
    .replace(OTHERS, (all, end?: string, named?: string, back?: string) =>
      end !== undefined
        ? end === 'A'
          ? '^'
          : '$'
        : named !== undefined
          ? CLASSES[named]!
          : back !== undefined
            ? String.raw`\k<${back}>`
            : all.replace('(?P<', '(?<'),
    );
  const flags = ['i', 'm', 's'].filter((flag) => (marked + leading).includes(flag));
  return { source, flags: ['u', ...flags].join('') };
}
