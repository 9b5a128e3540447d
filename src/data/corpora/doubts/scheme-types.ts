import type { ProblemLog } from '../../files/problem-log.ts';
import type { TagReader } from '../../tags/tag-spans.ts';
import { formatTag, isBare, roleOfLetter, splitTag } from '../../tags/tag-style.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import type { RawSentence } from '../raw-corpus.ts';

/** A type of spans that is a tag itself: `B-PER`, `I_LOC`. */
const TAG = /^[A-Z]([-_:])[^\s]/;

/**
 * The separator of types that are tags of a scheme, as where a program has saved each tagged word as a span; undefined
 * if they are types. Beside a B there is another letter of the same type, or all have usual types.
 */
function separatorIn(types: readonly string[]): string | undefined {
  const tags = types.filter((type) => type !== 'O');
  const separator = TAG.exec(tags[0] ?? '')?.[1];
  if (separator === undefined || !tags.every((tag) => TAG.exec(tag)?.[1] === separator)) return undefined;
  const parts = tags.map((tag) => splitTag(tag, separator, false));
  const hasRole = (of: string, roles: readonly string[]) =>
    parts.some(({ letter, type }) => type === of && roles.includes(roleOfLetter(letter)!));
  if (parts.some(({ letter }) => roleOfLetter(letter) === undefined)) return undefined;
  const isProven = parts.some(({ type }) => hasRole(type, ['begin']) && hasRole(type, ['inside', 'end']));
  return isProven || parts.every(({ type }) => isUsualType(type)) ? separator : undefined;
}

/**
 * Reads spans whose types are tags of a scheme as these tags, and spans of the type O beside them, or if it is the most
 * frequent type, as no entities; says so.
 *
 * @param sentences with BIO tags that a reader made from spans; changed in place
 */
export function readSchemeTypes(sentences: readonly { tags: string[] }[], problems: ProblemLog): void {
  const counts = new Map<string, number>();
  for (const { tags } of sentences) {
    for (const tag of tags) if (tag.startsWith('B')) counts.set(tag.slice(2), (counts.get(tag.slice(2)) ?? 0) + 1);
  }
  const types = [...counts.keys()];
  const separator = separatorIn(types);
  const isOutside =
    separator !== undefined || types.every((type) => type === 'O' || counts.get(type)! < counts.get('O')!);
  const read = new Map<string, string>(); // by tag as written: `B-I-PER`
  for (const written of types) {
    if (written === 'O' && isOutside) for (const letter of ['B', 'I']) read.set(`${letter}-O`, 'O');
    else if (separator !== undefined) {
      const { letter, type } = splitTag(written, separator, false);
      const isFirst = ['begin', 'single'].includes(roleOfLetter(letter)!);
      read.set(`B-${written}`, `${isFirst ? 'B' : 'I'}-${type}`).set(`I-${written}`, `I-${type}`);
    }
  }
  if (read.size === 0) return;
  for (const sentence of sentences) sentence.tags = sentence.tags.map((tag) => read.get(tag) ?? tag);
  const example = types.find((type) => type !== 'O');
  const message =
    separator === undefined
      ? 'Spans of the type O were read as no entities: O means outside.'
      : `The types of the spans are tags of a scheme, such as ${example}: spans that continue an entity were joined with it.`;
  problems.add({ line: 0, severity: 'warning', kind: 'scheme', message });
}

/**
 * Reads the types of entities without a letter, beside tags with one, as the inside of these entities, as GROBID writes
 * them: `B-PER`, `PER`. Says so. The sentences are changed in place.
 *
 * @param tags all that occur, and those that tell nothing
 */
export function readBareTypes(
  sentences: readonly RawSentence[],
  reader: TagReader,
  { tags: known, unknown }: { tags: ReadonlySet<string>; unknown: ReadonlySet<string> },
  problems: ProblemLog,
): void {
  const { style } = reader;
  if (style.scheme === 'none' || isBare(style)) return;
  const types = new Set([...known].map((tag) => reader.parse(tag)?.type));
  const bare = new Set([...known].filter((tag) => types.has(tag) && !unknown.has(tag) && !reader.parse(tag)));
  const [example] = bare;
  if (example === undefined) return;
  const read = (tag: string) => (bare.has(tag) ? formatTag(style, { role: 'inside', type: tag }) : tag);
  for (const sentence of sentences) sentence.tags = sentence.tags.map(read);
  const message = `Types without a letter are beside tags with one: ${example} was read as ${read(example)}.`;
  problems.add({ line: 0, severity: 'warning', kind: 'scheme', message });
}
