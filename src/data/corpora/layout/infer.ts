import type { ColumnLayout, ColumnRole } from '../../column-layout.ts';
import type { ReadingQuestion } from '../../corpus.ts';
import { headerOf } from './header.ts';
import { isIndex, isOffset, isProbability, isRunId, type Profile, profileOf } from './profile.ts';
import { type Sample, sampleOf } from './sample.ts';
import { roleOfName } from './names.ts';
import { questionOf } from './questions.ts';
import { FEW, type Column, type Given, type Hypothesis } from './column.ts';
import { bordersOf, hasMarks } from './borders.ts';
import { lemmas } from './lemmas.ts';
import { letterPair } from './letter-pair.ts';
import { arePartsOfSpeech } from './parts-of-speech.ts';
import { PLAIN_FORM } from './tag-cells.ts';
import { type TagProfile, tagProfileOf } from './tag-profile.ts';

export interface InferredLayout {
  layout: ColumnLayout;
  question: ReadingQuestion | undefined;
}

/**
 * Infers how the lines of a file are to be read, as one decision for all columns: every pair of a token column and a tag column is a
 * hypothesis, scored by the values of both and of the columns that are left. The best one is taken; if another is close, or the tags do not
 * show what they mean, the result has a question.
 *
 * @param lines of the file; the first 10,000 are examined
 * @param given parts of the reading that are known
 */
export function inferLayout(lines: Iterable<string>, given: Given = {}): InferredLayout {
  const sample = sampleOf(lines);
  const { header, rows, blocks } = headerOf(sample);
  const width = sample.columns;
  const profiles = Array.from({ length: width }, (_, c) => profileOf(rows, blocks, c));
  const names = header ?? [];
  const named = profiles.map((_, c) => namedRole(c, names, sample, given));
  for (const lemma of lemmas(rows, profiles)) named[lemma] ??= 'feature';
  const structural = profiles.map((profile, c) => structuralRole(profile, named[c]));
  const marksColumn = named.indexOf('token') >= 0 ? named.indexOf('token') : likelyTokens(profiles, structural);
  const marks = marksBeside(rows, marksColumn, profiles[marksColumn]);
  const columns = profiles.map((profile, index): Column => ({
    index,
    name: names[index],
    named: named[index],
    profile,
    structural: structural[index],
    tags: tagProfileOf(
      profile,
      given.tagColumn === index ? given.outside : given.tagColumn === undefined ? given.outside : undefined,
      marks[index] ?? new Map(),
    ),
  }));
  const ranked = hypotheses(columns, given);
  return layoutOf(sample, header, rows, columns, ranked, given);
}

/** Tokens that some programs write between sentences, in place of a blank line. */
const END_MARKS = ['EOS', '<EOS>', '<s>', '\\n', '<eos>', '</s>', '</S>', '[EOS]', '[SEP]', '-EOS-', '_S_B_'];

/** Times that one must occur that could be a word. */
const FEWEST_WORDS = 3;

/** The hypotheses, best first. */
function hypotheses(columns: readonly Column[], given: Given): Hypothesis[] {
  const all: Hypothesis[] = [];
  for (const token of columns) {
    const tokens = tokenScore(token, columns, given);
    if (tokens === undefined) continue;
    for (const tag of columns) {
      if (tag === token) continue;
      const tags = tagScore(tag, columns.length, given);
      if (tags !== undefined) all.push({ token: token.index, tag: tag.index, score: tokens + tags });
    }
    all.push({ token: token.index, tag: undefined, score: tokens });
  }
  return all.toSorted((a, b) => b.score - a.score || a.token - b.token);
}

/** Weights of the parts of scores. A name in the header counts more than any part, less than all. */
const NAMED = 1;

function tokenScore(
  { index, named, structural, profile, tags }: Column,
  columns: readonly Column[],
  given: Given,
): number | undefined {
  if (given.tokenColumn !== undefined) return given.tokenColumn === index ? 1 : undefined;
  if (named === 'token') return NAMED + 1;
  if (columns.length === 1) return 1;
  const isOther = (named !== undefined && named !== 'marks') || structural !== undefined;
  const most = Math.max(...columns.filter((one) => one.structural === undefined).map((one) => one.profile.values.size));
  const variety = (profile.values.size + 10) / (Math.max(most, profile.values.size) + 10);
  const isTagLike = tags.kind === 'entities' && tags.lettered >= 0.9;
  const before = columns.filter(
    (one) => one.index < index && one.structural === undefined && one.tags.kind !== 'entities',
  ).length;
  return (
    0.7 * variety +
    (profile.hasMarks ? 0.2 : 0) +
    0.1 * profile.lower +
    (before === 0 ? 0.15 : 0) -
    (isTagLike ? 1 : 0) -
    (isOther ? 2 : 0) -
    (arePartsOfSpeech(profile.values) ? 1.5 : 0) -
    (profile.numbers >= 0.99 ? 0.5 : 0) -
    profile.empty
  );
}

/** Undefined: cannot be the tag column. */
function tagScore({ index, named, structural, tags }: Column, count: number, given: Given): number | undefined {
  if (given.tagColumn !== undefined) return given.tagColumn === index ? 1 : undefined;
  if (named === 'prediction' || named === 'ignore' || named === 'token') return undefined;
  if (named !== undefined && ['index', 'sentence', 'document', 'offset'].includes(named)) return undefined;
  const base = TAG_SCORES[tags.kind] - (tags.kind === 'entities' && tags.lettered < 0.9 ? 0.2 : 0);
  const isFeature = named === 'feature' || named === 'marks' || named === 'layer' || named === 'probability';
  if (named !== 'tag' && structural !== undefined) return structural === 'probability' ? 0.02 : undefined;
  const isClass = tags.kind === 'labels' || tags.kind === 'values'; // parts of speech have such names, too
  return (
    base + (named === 'tag' ? NAMED / (isClass ? 2 : 1) : 0) - (isFeature ? 0.5 : 0) + (0.05 * (index + 1)) / count
  );
}

const TAG_SCORES: Record<TagProfile['kind'], number> = {
  entities: 1,
  letters: 0.8,
  chunks: 0.5,
  labels: 0.4,
  outside: 0.3,
  values: 0.12,
  numbers: 0.1,
};

function namedRole(
  c: number,
  names: readonly string[],
  { predicted }: Sample,
  { columnsAs }: Given,
): ColumnRole | undefined {
  const given = columnsAs?.[c];
  if (given !== undefined) return given;
  if (predicted === c) return 'prediction';
  return names[c] === undefined ? undefined : roleOfName(names[c]);
}

function structuralRole(profile: Profile, named: ColumnRole | undefined): ColumnRole | undefined {
  if (named === 'token' || named === 'tag' || profile.rows === 0) return undefined;
  if (named === 'sentence' || named === 'document' || named === 'offset') return named;
  if (isIndex(profile)) return 'index';
  if (isProbability(profile)) return 'probability';
  if (isOffset(profile)) return 'offset';
  if (profile.rows >= 4 && isRunId(profile)) return 'sentence';
  if (profile.values.size === 1 && profile.rows > 2 && profile.numbers === 1) return 'ignore';
  return undefined;
}

/** The first column whose values are the most various: for the tags beside punctuation marks. */
function likelyTokens(profiles: readonly Profile[], structural: readonly (ColumnRole | undefined)[]): number {
  const score = (c: number) =>
    structural[c] === undefined ? profiles[c]!.values.size * (profiles[c]!.hasMarks ? 2 : 1) : -1;
  return profiles.reduce((best, _, c) => (score(c) > score(best) ? c : best), 0);
}

/** Counts of the cells of each column beside punctuation marks. */
function marksBeside(
  rows: readonly string[][],
  tokenColumn: number,
  tokens: Profile | undefined,
): Map<string, number>[] {
  if (tokens === undefined || !tokens.hasMarks) return [];
  const counts: Map<string, number>[] = [];
  for (const row of rows) {
    if (!/^[.,;:!?()"。，、]$/.test(row[tokenColumn]!)) continue;
    for (const [c, cell] of row.entries()) {
      const of = (counts[c] ??= new Map());
      of.set(cell, (of.get(cell) ?? 0) + 1);
    }
  }
  return counts;
}

function layoutOf(
  sample: Sample,
  header: readonly string[] | undefined,
  rows: readonly string[][],
  columns: readonly Column[],
  ranked: readonly Hypothesis[],
  given: Given,
): InferredLayout {
  const best = withMostEntities(ranked[0], columns, rows);
  const tokenColumn = given.tokenColumn ?? tokensFor(columns, best, given);
  const hasChosen = given.tagColumn !== undefined;
  const pair =
    best === undefined || hasChosen || hasEntities(columns, best) ? undefined : letterPair(rows, columns, tokenColumn);
  const layers = best?.tag === undefined || pair ? [] : layersOf(best, columns, rows);
  const tagColumn = given.tagColumn ?? pair?.letters ?? layers[0] ?? best?.tag;
  const isTagged = columns.length > 1 && tagColumn !== undefined;
  const own = tagColumn === undefined ? undefined : columns[tagColumn];
  const roles = columns.map((column): ColumnRole => {
    const { index, named, structural, tags } = column;
    if (given.columnsAs?.[index] !== undefined) return given.columnsAs[index];
    if (index === tokenColumn) return 'token';
    if (index === tagColumn && isTagged) return 'tag';
    if (index === pair?.types) return 'type';
    if (named === 'prediction') return 'prediction';
    if (layers.includes(index)) return 'layer';
    if (named === 'marks' && !hasMarks(column)) return 'feature';
    if (named === 'index' && structural === 'sentence') return structural; // `id` may number the sentences
    if (named !== undefined && named !== 'tag' && named !== 'token') return named;
    if (structural !== undefined) return structural;
    if (hasMarks(column)) return 'marks';
    return tags.kind === 'outside' || column.profile.values.size === 1
      ? 'ignore'
      : tags.kind === 'entities'
        ? 'layer'
        : 'feature';
  });
  const borders = bordersOf(sample, columns, roles);
  const hasBorders = (sample.blocks.at(-1) ?? 0) > 0 || borders.sentence !== undefined;
  const times = (mark: string) => columns[tokenColumn]?.profile.values.get(mark) ?? 0;
  const endMark = hasBorders ? undefined : END_MARKS.find((mark) => times(mark) >= (/^\p{L}+$/u.test(mark) ? FEWEST_WORDS : 1)); // prettier-ignore
  const layout: ColumnLayout = {
    separator: sample.separator,
    items: sample.items,
    columns: columns.length,
    header,
    roles: borders.roles,
    tokenColumn,
    tagColumn: isTagged ? tagColumn : 0,
    isTagged,
    isChosen: hasChosen,
    tags: pair?.form ?? own?.tags.form ?? PLAIN_FORM,
    outside:
      given.outside === '' ? 'O' : (given.outside ?? (own?.tags.kind === 'entities' ? own.tags.outside : undefined)),
    sentenceColumn: borders.sentence,
    documentColumn: borders.document,
    restartColumn: borders.restart,
    ends: borders.ends,
    ...sample.form,
    ...(endMark !== undefined && { endMark }),
    otherLayers: layers.filter((column) => column !== tagColumn),
    reasons: [],
  };
  const { reasons, question } = questionOf(layout, columns, { rows, hasBorders }, ranked, given);
  return { layout: { ...layout, reasons }, question };
}

/** The column of the words. A tag column that was given leaves it where it is, unless it was given for a column of tags. */
function tokensFor(columns: readonly Column[], best: Hypothesis | undefined, { tagColumn, ...given }: Given): number {
  if (tagColumn === undefined) return best?.token ?? 0;
  return hypotheses(columns, given)[0]?.token ?? 0;
}

/** The best hypothesis, or another tag column beside which that of the best one has only single tags (`OTHER` in UNER). */
function withMostEntities(
  best: Hypothesis | undefined,
  columns: readonly Column[],
  rows: readonly string[][],
): Hypothesis | undefined {
  if (best === undefined || !hasEntities(columns, best) || columns[best.tag!]!.named === 'tag') return best;
  const count = ({ index, tags }: Column) => rows.filter((row) => row[index] !== tags.outside).length;
  const own = count(columns[best.tag!]!);
  const other = columns.find(
    (column) =>
      column.index !== best.token &&
      column.named === undefined &&
      hasEntities(columns, { ...best, tag: column.index }) &&
      own < FEW * count(column),
  );
  return other === undefined ? best : { ...best, tag: other.index };
}

/** Whether the tag column has letters and types of its own. */
function hasEntities(columns: readonly Column[], { tag }: Hypothesis): boolean {
  const tags = tag === undefined ? undefined : columns[tag]!.tags;
  return tags?.kind === 'entities' && tags.lettered >= 0.9;
}

/** Columns with entities of the types of the best one, most entities first; the best one only if the others differ. */
function layersOf({ token, tag }: Hypothesis, columns: readonly Column[], rows: readonly string[][]): number[] {
  const best = columns[tag!]!;
  if (best.tags.kind !== 'entities' || best.named === 'tag') return [tag!];
  const same = columns.filter(
    ({ index, named, structural, tags }) =>
      index === tag ||
      (index !== token &&
        named === undefined &&
        structural === undefined &&
        tags.kind === 'entities' &&
        [...tags.types].some((type) => best.tags.types.has(type))),
  );
  const entities = ({ index, tags: { outside } }: Column) =>
    rows.filter((row) => row[index] !== outside && row[index] !== '').length;
  return same.toSorted((a, b) => entities(b) - entities(a) || a.index - b.index).map(({ index }) => index);
}
