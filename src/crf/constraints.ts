/** How tags spell spans, in canonical letters: `B-PER`, `I-PER`, `O`… `none`: each tag stands for itself. */
export type ConstraintScheme = 'IOB1' | 'BIO' | 'BIOES' | 'BMES' | 'IO' | 'none';

/**
 * What is added to the score of an illegal step. exp(−1e4) is 0 in float32 as in float64, so no illegal path has weight beside
 * a legal one; and unlike −∞ it leaves sums and differences finite, where the gold tags break their scheme.
 */
export const ILLEGAL_SCORE = -1e4;

/** Which steps of a tag sequence its scheme forbids. K tags. */
export interface Constraints {
  /** 1 where illegal. [K, K] from row to column, [K], [K] */
  illegal: { transitions: Uint8Array; start: Uint8Array; end: Uint8Array };
  /** `ILLEGAL_SCORE` where illegal, else 0: to add to the scores of the same name. */
  penalties: { transitions: Float32Array; start: Float32Array; end: Float32Array };
}

interface ParsedTag {
  /** The place of a token in its span. A tag that is not of the scheme is read as outside. */
  place: 'begin' | 'inside' | 'end' | 'single' | 'outside';
  type: string;
}

/** A step from one tag to the next; undefined: from before the first, to after the last. */
type Rule = (from: ParsedTag | undefined, to: ParsedTag | undefined) => boolean;

const BIO_PLACES: Record<string, ParsedTag['place']> = { B: 'begin', I: 'inside' };
const BIOES_PLACES: Record<string, ParsedTag['place']> = { ...BIO_PLACES, E: 'end', S: 'single' };

const anything: Rule = () => true;

/** Begin only where a span of the same type would otherwise seem to go on (Ramshaw & Marcus 1995). */
const iob1: Rule = (from, to) =>
  to?.place !== 'begin' || (from !== undefined && from.place !== 'outside' && from.type === to.type);

/** Inside only after begin or inside of the same type. */
const bio: Rule = (from, to) =>
  to?.place !== 'inside' || (from !== undefined && from.place !== 'outside' && from.type === to.type);

/** A span once begun goes on with its own type until it ends, and only then. */
const bioes: Rule = (from, to) => {
  const open = from?.place === 'begin' || from?.place === 'inside';
  const continues = to?.place === 'inside' || to?.place === 'end';
  return open ? continues && from.type === to.type : !continues;
};

const SCHEMES: Record<ConstraintScheme, { places: Record<string, ParsedTag['place']>; isLegal: Rule }> = {
  IOB1: { places: BIO_PLACES, isLegal: iob1 },
  BIO: { places: BIO_PLACES, isLegal: bio },
  BIOES: { places: BIOES_PLACES, isLegal: bioes },
  BMES: { places: { B: 'begin', M: 'inside', E: 'end', S: 'single' }, isLegal: bioes },
  IO: { places: {}, isLegal: anything },
  none: { places: {}, isLegal: anything },
};

/** The steps that a scheme forbids between the tags of a model. */
export function constraintsOf(tags: readonly string[], scheme: ConstraintScheme): Constraints {
  const { places, isLegal } = SCHEMES[scheme];
  const parsed = tags.map((tag): ParsedTag => {
    const [letter = '', ...type] = tag.split('-');
    return { place: places[letter] ?? 'outside', type: type.join('-') };
  });
  const illegal = {
    transitions: Uint8Array.from(parsed.flatMap((from) => parsed.map((to) => Number(!isLegal(from, to))))),
    start: Uint8Array.from(parsed, (tag) => Number(!isLegal(undefined, tag))),
    end: Uint8Array.from(parsed, (tag) => Number(!isLegal(tag, undefined))),
  };
  const penalise = (mask: Uint8Array) => Float32Array.from(mask, (forbidden) => (forbidden ? ILLEGAL_SCORE : 0));
  const penalties = {
    transitions: penalise(illegal.transitions),
    start: penalise(illegal.start),
    end: penalise(illegal.end),
  };
  return { illegal, penalties };
}
