import type { ColumnLayout } from '../../column-layout.ts';
import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { isOutsideName } from '../../tags/outside.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { mostFrequent } from '../../tags/tag-detect.ts';
import type { Column, Given } from './column.ts';
import { areNames, FEWEST_ROWS, whyNoText, whyNoTokens } from './lists.ts';
import { partsOfScheme, severalLabels } from './odd-types.ts';
import { arePartsOfSpeech } from './parts-of-speech.ts';
import { formatShare } from '../../../lib/format-share.ts';

/** Share of one label above which it may mean outside. */
const DOMINANT = 0.5;
/** Share of a tag above which its name tells that it means outside. */
const MIN_OUTSIDE = 0.1;
/** Rows that shares need. */
const MIN_ROWS = 20;
const TYPE = /^\p{Lu}[\p{Lu}\d_-]{1,30}$/u;
const CAPITAL = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

/** The tags of a file, and what they stand beside. */
interface Tags {
  layout: ColumnLayout;
  columns: readonly Column[];
  given: Given;
  own: Column;
  words: Column;
  /** Whether lines or a column separate sentences. */
  hasBorders: boolean;
  /** Why the rows may be a list. */
  whyList: string | undefined;
}

type Question = (tags: Tags) => ReadingQuestion | undefined;

/** What tags without a scheme may mean, as a question; undefined if they show it. */
export function meaningOf(
  file: Pick<Tags, 'layout' | 'columns' | 'given' | 'hasBorders'>,
): ReadingQuestion | undefined {
  const { layout, columns, given, hasBorders } = file;
  const [own, words] = [columns[layout.tagColumn], columns[layout.tokenColumn]!];
  if (!layout.isTagged || own === undefined || given.scheme !== undefined || layout.tags.typeColumn !== undefined)
    return undefined;
  const whyList = hasBorders || layout.isChosen ? undefined : whyNoText(words);
  const tags: Tags = { ...file, own, words, whyList };
  for (const question of [
    listed,
    typedNames,
    bareTypes,
    keys,
    numbers,
    outsideOrLabels,
    letters,
    outside,
    listOfLabels,
  ]) {
    const asked = question(tags);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

function option(label: string, settings: CorpusOptions): ReadingQuestion['options'][number] {
  return { label, settings };
}

function asLabels({ own: { index } }: Tags): ReadingQuestion['options'][number] {
  return option('each tag is a label of its own, such as a part of speech', { tagColumn: index, scheme: 'none' });
}

/** Words that are all different, and no sentences. */
const listed: Question = (tags) => {
  const { own, whyList } = tags;
  if (own.tags.kind !== 'entities' || whyList === undefined) return undefined;
  return mayBeList(whyList, option('yes, in one sentence', { tagColumn: own.index }), asLabels(tags));
};

/** Different words with capitals, each of a type, without any mark or border: the lines are no sentences if they are names. */
const typedNames: Question = (all) => {
  const { own, words, hasBorders, layout } = all;
  const { values, rows, hasMarks } = words.profile;
  if (hasBorders || layout.isChosen || hasMarks || rows < FEWEST_ROWS || values.size < rows) return undefined;
  const types = [...own.profile.values.keys()];
  const areUsual = types.every(isUsualType);
  const areRepeated =
    types.every((type) => TYPE.test(type)) && 2 * types.length <= rows && !arePartsOfSpeech(own.profile.values);
  if (!(areUsual || areRepeated) || ![...values.keys()].every((word) => CAPITAL.test(word))) return undefined;
  const asTypes = option('yes, in one sentence, with types of entities', { tagColumn: own.index, scheme: 'IO' });
  return mayBeList('all words differ, begin with a capital and have a type', asTypes, asLabels(all));
};

/** Types without letters, which may be something else. */
const bareTypes: Question = (all) => {
  const { tags, index } = all.own;
  if (tags.kind !== 'entities' || tags.lettered !== 0 || tags.form.brackets !== undefined) return undefined;
  const several = severalLabels([...tags.types], tags.form.open === '[');
  const asTypes = option('types of their own', { tagColumn: index, scheme: 'IO' });
  const parts = partsOfScheme([...tags.types], `The tags in column ${index + 1}`, asTypes);
  if (parts !== undefined) return parts;
  if (several !== undefined)
    return {
      what: 'Are these types of their own?',
      reason: `Some tags in column ${index + 1} look like several labels of a token, such as ${several}. If they are, leave one of them.`,
      options: [asTypes],
    };
  return areNames(all.words.profile)
    ? mayBeList('many cells have several words, and none is a mark', asTypes, asLabels(all))
    : undefined;
};

/** Letters and ordinary words, without any row outside. */
const keys: Question = (all) => {
  const { tags, profile, index } = all.own;
  const areOdd = tags.kind === 'entities' && tags.lettered === 1 && tags.outsideShare === 0 && areWords(tags.types);
  return areOdd
    ? {
        what: `Are the letters in column ${index + 1} those of a scheme?`,
        reason: `No row is outside an entity, and the tags look like ${[...profile.values.keys()][0]}: keys of music and the like are written in the same way.`,
        options: [option('yes, letters and types of entities', { tagColumn: index, scheme: 'BIO' }), asLabels(all)],
      }
    : undefined;
};

const numbers: Question = (all) => {
  const { tags, profile, index } = all.own;
  return tags.kind === 'numbers' && profile.decimals === 0
    ? {
        what: `What do the numbers in column ${index + 1} stand for?`,
        reason: `The tags in column ${index + 1} are numbers, such as ${[...profile.values.keys()][0]}: the names of the tags are not in the file. Replace them with the names, or choose another column.`,
        options: [asLabels(all)],
      }
    : undefined;
};

/** Whether the tags are labels of which one may mean outside, and which one that is, with its share. */
function topOf({ own: { tags, profile }, given }: Tags): { top: string; share: number } | undefined {
  if (given.outside !== undefined || !['labels', 'values', 'numbers'].includes(tags.kind)) return undefined;
  const top = writtenOutside(profile.values, profile.rows) ?? mostFrequent(profile.values)!;
  return { top, share: (profile.values.get(top) ?? 0) / Math.max(1, profile.rows) };
}

const percent = (share: number) => formatShare(share, 0);

/** Some tags have a letter of a scheme. */
const outsideOrLabels: Question = (all) => {
  const { tags, index } = all.own;
  const found = topOf(all);
  if (found === undefined || tags.lettered <= 0.02 || tags.types.size === 0) return undefined;
  const { top, share } = found;
  return {
    what: `Are the tags in column ${index + 1} entities, and which one means outside?`,
    reason: `${percent(tags.lettered)} of the tags in column ${index + 1} have a letter of a scheme; ${percent(share)} are ${shown(top)}.`,
    options: [option(`${shown(top)} means outside`, { tagColumn: index, outside: top }), asLabels(all)],
  };
};

/** Letters without types. */
const letters: Question = (all) => {
  const { tags, index } = all.own;
  const areLetters =
    tags.kind === 'labels' &&
    tags.types.size === 0 &&
    tags.lettered >= 0.5 &&
    (tags.lettered < 1 || tags.outside !== undefined);
  if (topOf(all) === undefined || !areLetters) return undefined;
  const isEmpty = tags.form.isEmptyOutside === true;
  return {
    what: `What do the letters in column ${index + 1} stand for?`,
    reason: `Most tags in column ${index + 1} are letters of a scheme, but there is no O${isEmpty ? ', few cells are empty' : ''}, and none has a type.`,
    options: [
      asLabels(all),
      ...(isEmpty ? [option('entities: an empty cell means outside', { tagColumn: index, outside: '' })] : []),
    ],
  };
};

/** One label is frequent, or called like what is outside. */
const outside: Question = (all) => {
  const { profile, index } = all.own;
  const found = topOf(all);
  if (found === undefined) return undefined;
  const { top, share } = found;
  const fewest = all.layout.isChosen || arePartsOfSpeech(profile.values) ? MIN_ROWS : FEWEST_ROWS;
  const isNamed = profile.rows >= fewest && isOutsideName(top) && share >= MIN_OUTSIDE && profile.values.size < 30;
  if (!isNamed && (profile.rows < MIN_ROWS || share < DOMINANT)) return undefined;
  return {
    what: `Does ${shown(top)} in column ${index + 1} mean "outside an entity"?`,
    reason: `${percent(share)} of the tokens have the tag ${shown(top)}, and no tag has a letter of a scheme.`,
    options: [option(`${shown(top)} means outside`, { tagColumn: index, outside: top }), asLabels(all)],
  };
};

/** Labels of something that is no text. */
const listOfLabels: Question = (all) => {
  if (topOf(all) === undefined) return undefined;
  const why = all.whyList ?? whyNoTokens(all.layout, all.columns, all.own);
  return why === undefined ? undefined : mayBeList(why, asLabels(all));
};

function mayBeList(why: string, ...options: ReadingQuestion['options']): ReadingQuestion {
  return {
    what: 'Has each line a token with its label?',
    reason: `${why[0]!.toUpperCase()}${why.slice(1)}: the lines may be a list or a table, not the words of sentences.`,
    options: [...options, option('no: they are names, for a list of names', { isNames: true })],
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
