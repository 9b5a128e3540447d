import { USUAL_TYPES } from '../../tags/usual-types.ts';

/** Lines examined. */
const SAMPLED_LINES = 60;
/** Marks from which they are no chance. */
const FEWEST = 3;

const TYPES = [...USUAL_TYPES].join('|');
/** A usual type in capitals, or a letter with one, beside a mark that is no punctuation of sentences. */
const BESIDE = new RegExp(
  String.raw`\S{0,40}[^\p{L}\p{N}\s.,;!?"'’“”«»()-](?:[BIESLUMW][-_:])?(?:${TYPES})(?![\p{L}\p{N}])\S{0,40}|\S{0,40}(?<![\p{L}\p{N}])(?:[BIESLUMW][-_:])?(?:${TYPES})[^\p{L}\p{N}\s.,;:!?"'’“”«»()-]\S{0,40}|\S{0,40}(?<![\p{L}\p{N}])[BIESLUMW][-_:](?:${TYPES})(?![\p{L}\p{N}])\S{0,40}`,
  'u',
);

/** A line with an entity of the text above it: `PER: Ada Byrne`, `- Ada Byrne (person)`. */
const LISTED = new RegExp(
  String.raw`^\s*(?:[-*•]\s*|\d{1,9}[\t ,]\d{1,9}[\t ,])?(?:(?:${TYPES})\s*(?:[:=\t,]|=>|->|→)\s*\S.{0,80}|\S.{0,80}?\s*(?:[:=(\[\t]|=>|->|→)\s*(?:${TYPES})\s*[)\]]?)\s*$`,
  'iu',
);
/** Share of the lines that must list entities. */
const LISTED_SHARE = 0.25;

/** A remark on a text in which most lines have types of entities beside marks: labels that were not recognised as such. */
export function labelledText(text: string): string | undefined {
  const lines = text.slice(0, 100_000).split(/\r?\n/).filter((line) => line.trim() !== '').slice(0, SAMPLED_LINES); // prettier-ignore
  const listed = lines.filter((line) => LISTED.test(line));
  const marked = lines.flatMap((line) => BESIDE.exec(line)?.[0].trim() ?? []);
  const [found, share] = listed.length >= LISTED_SHARE * lines.length ? [listed, LISTED_SHARE] : [marked, 0.5];
  if (found.length < Math.min(FEWEST, lines.length) || found.length < share * lines.length) return undefined;
  return `Was read as text without labels, but ${found.length} of ${lines.length} lines have types of entities, such as ${found[0]!.slice(0, 60)}. If these are labels, write each entity as in [New York](LOC), or a word and its tag in each line.`;
}
