import type { ColumnLayout } from '../../column-layout.ts';
import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { isOutsideName } from '../../tags/outside.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { mostFrequent } from '../../tags/tag-detect.ts';
import { FEW, type Column, type Given, type Hypothesis } from './column.ts';
import { areNames, FEWEST_ROWS, whyNoText, whyNoTokens } from './lists.ts';
import { letteredAlike, letteredTwins, severalLabels } from './odd-types.ts';
import { arePartsOfSpeech } from './parts-of-speech.ts';

/** Share of the tokens in entities that two columns tag alike, above which one is a copy or a prediction of the other. */
const COPY_SHARE = 0.5;
/** Hypotheses whose scores differ by less are close. */
const CLOSE = 0.15;
/** Share of one label above which it may mean outside. */
const DOMINANT = 0.5;
/** Share of a tag above which its name tells that it means outside. */
const MIN_OUTSIDE = 0.1;
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
  const question =
    given.tagColumn === undefined && given.columnsAs?.includes('tag') !== true
      ? (predictionOnly(layout) ??
        twoLayers(layout, columns, rows) ??
        otherTags(layout, columns, ranked) ??
        meaningOf(layout, columns, given, hasBorders))
      : meaningOf(layout, columns, given, hasBorders);
  return { reasons, question };
}

function reasonsOf(
  { header, tokenColumn, tagColumn, isTagged, roles, isChosen, tags }: ColumnLayout,
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
  return reasons;
}

function option(label: string, settings: CorpusOptions): ReadingQuestion['options'][number] {
  return { label, settings };
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
    options: [option(`yes, column ${predicted + 1} has the tags`, { tagColumn: predicted })],
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
        ? `Columns ${pair[0].index + 1} and ${pair[1].index + 1} tag ${Math.round(100 * share)} % of the tokens in entities alike: one may have been predicted by a model.`
        : `Columns ${pair[0].index + 1} and ${pair[1].index + 1} both have entities, of different types.`,
      options: pair.map((column) => option(describe(column, pair), { tagColumn: column.index })),
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
    options: choices.map((column) => option(describe(column, choices), { tagColumn: column.index })),
  };
}

/** What tags without a scheme mean. */
function meaningOf(
  layout: ColumnLayout,
  columns: readonly Column[],
  given: Given,
  hasBorders: boolean,
): ReadingQuestion | undefined {
  const {
    tagColumn,
    isTagged,
    tags: { typeColumn },
  } = layout;
  const own = columns[tagColumn];
  if (!isTagged || own === undefined || given.scheme !== undefined || typeColumn !== undefined) return undefined;
  const { tags, profile, index } = own;
  const asLabels = option('each tag is a label of its own, such as a part of speech', {
    tagColumn: index,
    scheme: 'none',
  });
  const distinct = hasBorders || layout.isChosen ? undefined : whyNoText(columns[layout.tokenColumn]!);
  if (tags.kind === 'entities' && distinct !== undefined)
    return mayBeList(distinct, option('yes, in one sentence', { tagColumn: index }), asLabels);
  if (tags.kind === 'entities' && tags.lettered === 0 && tags.form.brackets === undefined) {
    const several = severalLabels([...tags.types], tags.form.open === '[');
    const asTypes = option('types of their own', { tagColumn: index, scheme: 'IO' });
    const pair = letteredTwins([...tags.types]) ?? letteredAlike([...tags.types]);
    if (pair !== undefined)
      return {
        what: `Are these types of their own, or letters of a scheme before a type?`,
        reason: `The tags in column ${index + 1} look like parts of a scheme in an unknown spelling: ${pair.join(', ')}. If they are, write them as B-PER and I-PER.`,
        options: [asTypes],
      };
    if (several !== undefined)
      return {
        what: 'Are these types of their own?',
        reason: `Some tags in column ${index + 1} look like several labels of a token, such as ${several}. If they are, leave one of them.`,
        options: [asTypes],
      };
    if (areNames(columns[layout.tokenColumn]!.profile))
      return mayBeList('many cells have several words, and none is a mark', asTypes, asLabels);
  }
  if (tags.kind === 'entities' && tags.lettered === 1 && tags.outsideShare === 0 && areWords(tags.types)) {
    return {
      what: `Are the letters in column ${index + 1} those of a scheme?`,
      reason: `No row is outside an entity, and the tags look like ${[...profile.values.keys()][0]}: keys of music and the like are written in the same way.`,
      options: [option('yes, letters and types of entities', { tagColumn: index, scheme: 'BIO' }), asLabels],
    };
  }
  if (tags.kind === 'numbers' && profile.decimals === 0) {
    return {
      what: `What do the numbers in column ${index + 1} stand for?`,
      reason: `The tags in column ${index + 1} are numbers, such as ${[...profile.values.keys()][0]}: the names of the tags are not in the file. Replace them with the names, or choose another column.`,
      options: [asLabels],
    };
  }
  if (given.outside !== undefined || (tags.kind !== 'labels' && tags.kind !== 'values' && tags.kind !== 'numbers'))
    return undefined;
  const top = writtenOutside(profile.values, profile.rows) ?? mostFrequent(profile.values)!;
  const share = (profile.values.get(top) ?? 0) / Math.max(1, profile.rows);
  const percent = `${Math.round(100 * share)} %`;
  if (tags.lettered > 0.02 && tags.types.size > 0) {
    return {
      what: `Are the tags in column ${index + 1} entities, and which one means outside?`,
      reason: `${Math.round(100 * tags.lettered)} % of the tags in column ${index + 1} have a letter of a scheme; ${percent} are ${shown(top)}.`,
      options: [option(`${shown(top)} means outside`, { tagColumn: index, outside: top }), asLabels],
    };
  }
  if (
    tags.kind === 'labels' &&
    tags.types.size === 0 &&
    tags.lettered >= 0.5 &&
    (tags.lettered < 1 || tags.outside !== undefined)
  ) {
    const isEmpty = tags.form.isEmptyOutside === true;
    return {
      what: `What do the letters in column ${index + 1} stand for?`,
      reason: `Most tags in column ${index + 1} are letters of a scheme, but there is no O${isEmpty ? ', few cells are empty' : ''}, and none has a type.`,
      options: [
        asLabels,
        ...(isEmpty ? [option('entities: an empty cell means outside', { tagColumn: index, outside: '' })] : []),
      ],
    };
  }
  if (
    (profile.rows >= MIN_ROWS && share >= DOMINANT) ||
    (profile.rows >= (layout.isChosen || arePartsOfSpeech(profile.values) ? MIN_ROWS : FEWEST_ROWS) &&
      isOutsideName(top) &&
      share >= MIN_OUTSIDE &&
      profile.values.size < 30)
  ) {
    return {
      what: `Does ${shown(top)} in column ${index + 1} mean "outside an entity"?`,
      reason: `${percent} of the tokens have the tag ${shown(top)}, and no tag has a letter of a scheme.`,
      options: [option(`${shown(top)} means outside`, { tagColumn: index, outside: top }), asLabels],
    };
  }
  const why = distinct ?? whyNoTokens(layout, columns, own);
  return why === undefined ? undefined : mayBeList(why, asLabels);
}

function mayBeList(why: string, ...options: ReadingQuestion['options']): ReadingQuestion {
  return {
    what: 'Has each line a token with its label?',
    reason: `${why[0]!.toUpperCase()}${why.slice(1)}: the lines may be a list or a table, not the words of sentences.`,
    options,
  };
}

/** Whether types are ordinary words in lower case. */
function areWords(types: ReadonlySet<string>): boolean {
  return [...types].every((type) => /^\p{Ll}{3,}$/u.test(type) && !isUsualType(type));
}

/** A word or letter that means outside, even where other tags are more frequent: most words of short texts may be in entities. */
function writtenOutside(values: ReadonlyMap<string, number>, rows: number): string | undefined {
  const named = [...values].filter(
    ([tag, count]) => /^(o|oth|other|others|outside|0)$/i.test(tag) && count >= MIN_OUTSIDE * rows,
  );
  return named.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function shown(tag: string): string {
  return tag === '' ? 'an empty cell' : tag;
}
