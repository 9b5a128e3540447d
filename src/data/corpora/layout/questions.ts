import type { ColumnLayout } from '../../column-layout.ts';
import type { ReadingQuestion } from '../../corpus.ts';
import { isOutsideName } from '../../tags/outside.ts';
import { FEW, type Column, type Given, type Hypothesis } from './column.ts';
import { meaningOf } from './meaning.ts';
import { formatShare } from '../../../lib/format-share.ts';

/** Share of the tokens in entities that two columns tag alike, above which one is a copy or a prediction of the other. */
const COPY_SHARE = 0.5;
/** Hypotheses whose scores differ by less are close. */
const CLOSE = 0.15;
/** Rows that shares need. */
const MIN_ROWS = 20;

/**
 * The reasons of a layout and, where another reading is as likely, or the tags do not show what they mean, the question.
 *
 * @param hasBorders whether lines or a column separate sentences
 */
export function questionOf(
  layout: ColumnLayout,
  columns: readonly Column[],
  { rows, hasBorders }: { rows: readonly string[][]; hasBorders: boolean },
  ranked: readonly Hypothesis[],
  given: Given,
): { reasons: string[]; question: ReadingQuestion | undefined } {
  const reasons = reasonsOf(layout, columns);
  const isOpen = given.tagColumn === undefined && given.columnsAs?.includes('tag') !== true;
  const whichColumn = isOpen
    ? (predictionOnly(layout) ?? twoLayers(layout, columns, rows) ?? otherTags(layout, columns, ranked))
    : undefined;
  return { reasons, question: whichColumn ?? meaningOf({ layout, columns, given, hasBorders }) };
}

function reasonsOf(
  { header, tokenColumn, tagColumn, isTagged, roles, isChosen, tags, endLine, endMark }: ColumnLayout,
  columns: readonly Column[],
): string[] {
  const reasons: string[] = [];
  const why = (c: number, role: string) =>
    header !== undefined && columns[c]?.named === role ? `the header calls it ${header[c]}` : undefined;
  if (columns.length > 1) {
    reasons.push(
      `column ${tokenColumn + 1} has the words: ${why(tokenColumn, 'token') ?? 'its values are the most various'}`,
    );
  }
  if (columns[tagColumn] !== undefined && isTagged) {
    const { tags: own, profile } = columns[tagColumn];
    const found =
      own.kind === 'entities'
        ? `it has entities of ${own.types.size === 1 ? 'one type' : `${own.types.size} types`}`
        : `it has ${profile.values.size} different values`;
    reasons.push(`column ${tagColumn + 1} has the tags: ${isChosen ? 'chosen' : (why(tagColumn, 'tag') ?? found)}`);
    if (tags.typeColumn !== undefined)
      reasons.push(`column ${tags.typeColumn + 1} has the types of the letters in column ${tagColumn + 1}`);
  }
  for (const [c, role] of roles.entries()) {
    if (['index', 'sentence', 'document', 'offset', 'probability', 'prediction', 'marks'].includes(role))
      reasons.push(`column ${c + 1}: ${role}`);
  }
  const end = endLine ?? endMark;
  if (end !== undefined)
    reasons.push(
      `sentences end at ${end.includes('0') ? `lines such as ${end.replace('0', '1')}` : `the lines with ${end}`}`,
    );
  return reasons;
}

/** A column with examples of its tags; those that the other columns lack come first, with their counts. */
function describe(column: Column, choices: readonly Column[]): string {
  const others = choices.filter((choice) => choice !== column);
  const tags = [...column.profile.values].filter(([value]) => value !== column.tags.outside);
  const differs = ([value, count]: [string, number]) =>
    others.some(({ profile }) => profile.values.get(value) !== count);
  const examples = [...tags.filter(differs), ...tags.filter((tag) => !differs(tag))]
    .slice(0, 3)
    .map(([value, count]) => `${value} (${count})`);
  const name = column.name === undefined || column.name === '' ? '' : ` (${column.name})`;
  return `column ${column.index + 1}${name}${examples.length > 0 ? `: ${examples.join(', ')} …` : ''}`;
}

/** The only tags are those that a model has added. */
function predictionOnly({ roles, isTagged }: ColumnLayout): ReadingQuestion | undefined {
  const predicted = roles.indexOf('prediction');
  if (isTagged || predicted < 0) return undefined;
  return {
    what: `Are the predicted tags in column ${predicted + 1} to be used as if they were annotated?`,
    reason: `The only tags are those that a model has added in column ${predicted + 1}.`,
    options: [{ label: `yes, column ${predicted + 1} has the tags`, settings: { tagColumn: predicted } }],
  };
}

/** Two columns that tag mostly alike: annotated and predicted. */
function twoLayers(
  { tagColumn, isTagged, roles }: ColumnLayout,
  columns: readonly Column[],
  rows: readonly string[][],
): ReadingQuestion | undefined {
  const own = columns[tagColumn];
  if (!isTagged || own === undefined || own.named === 'tag' || own.tags.kind !== 'entities') return undefined;
  for (const other of columns) {
    if (
      other.index === tagColumn ||
      roles[other.index] !== 'layer' ||
      other.named !== undefined ||
      other.tags.kind !== 'entities' ||
      (own.tags.lettered > 0 && other.tags.lettered === 0 && !areBareTypes(other)) // few parts of speech look like bare types
    )
      continue;
    const inside = (row: readonly string[], { index, tags: { outside } }: Column) =>
      row[index] !== outside && row[index] !== '';
    const [mine, theirs] = [rows.filter((row) => inside(row, own)), rows.filter((row) => inside(row, other))];
    const both = mine.filter((row) => inside(row, other) && sameType(row[own.index]!, row[other.index]!)).length;
    const sharesTypes = [...other.tags.types].some((type) => own.tags.types.has(type));
    const share = both / Math.max(1, Math.min(mine.length, theirs.length));
    if (!sharesTypes && theirs.length < FEW * mine.length) continue; // single tags of another layer, such as OTHER
    if (sharesTypes && share < COPY_SHARE) continue; // nested entities, or another layer: the column with most entities is taken
    const isCopy = sharesTypes;
    const pair = [own, other].toSorted((a, b) => a.index - b.index) as [Column, Column];
    return {
      what: `Which column has the tags to learn, ${pair[0].index + 1} or ${pair[1].index + 1}?`,
      reason: isCopy
        ? `Columns ${pair[0].index + 1} and ${pair[1].index + 1} tag ${formatShare(share, 0)} of the tokens in entities alike: one may have been predicted by a model.`
        : `Columns ${pair[0].index + 1} and ${pair[1].index + 1} both have entities, of different types.`,
      options: pair.map((column) => ({ label: describe(column, pair), settings: { tagColumn: column.index } })),
    };
  }
  return undefined;
}

/** Whether types without letters are surely meant: a usual tag means outside, and there are several types that are no ids. */
function areBareTypes({ tags: { outside, types, outsideShare } }: Column): boolean {
  const areIds = [...types].every((type) => /^Q?\d+$|^NIL\d*$/.test(type));
  return outside !== undefined && isOutsideName(outside) && outsideShare >= 0.35 && types.size > 1 && !areIds;
}

/** Whether two tags have the same type, with any letters. */
function sameType(a: string, b: string): boolean {
  const typeOf = (tag: string) => /^[BIESLUMW][-_:](.+)$/.exec(tag)?.[1] ?? tag;
  return typeOf(a) === typeOf(b);
}

/** No column is clearly the tags, and others would do as well. */
function otherTags(
  { tokenColumn, tagColumn, isTagged, tags }: ColumnLayout,
  columns: readonly Column[],
  ranked: readonly Hypothesis[],
): ReadingQuestion | undefined {
  const own = columns[tagColumn];
  if (
    !isTagged ||
    own === undefined ||
    own.named === 'tag' ||
    own.tags.kind === 'entities' ||
    tags.typeColumn !== undefined ||
    own.profile.rows < MIN_ROWS
  )
    return undefined;
  const of = ranked.filter(({ token, tag }) => token === tokenColumn && tag !== undefined);
  const best = of.find(({ tag }) => tag === tagColumn);
  const close = of.filter(
    ({ tag, score }) =>
      tag !== tagColumn &&
      best !== undefined &&
      best.score - score < CLOSE &&
      columns[tag!]!.tags.kind !== 'values' &&
      columns[tag!]!.named === undefined,
  );
  const isPartsOfSpeech = own.tags.kind === 'labels' || own.tags.kind === 'chunks';
  if (
    close.length === 0 ||
    (isPartsOfSpeech &&
      close.every(({ tag }) => columns[tag!]!.tags.kind !== 'letters' && columns[tag!]!.tags.kind !== 'numbers'))
  )
    return undefined;
  const choices = [own, ...close.map(({ tag }) => columns[tag!]!)].toSorted((a, b) => a.index - b.index);
  return {
    what: `Which column has the tags?`,
    reason: `Columns ${choices.map(({ index }) => index + 1).join(', ')} could be the tags, and none has entities in a scheme.`,
    options: choices.map((column) => ({ label: describe(column, choices), settings: { tagColumn: column.index } })),
  };
}
