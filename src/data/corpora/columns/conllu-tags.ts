import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { firstLines } from '../../files/text-lines.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { areTyped, declaredParts, likelyParts, MENTIONS_KEY, type MentionChoice, type MentionParts } from './conllu-mentions.ts'; // prettier-ignore

/** Number of columns, and the indices of some, from 0. */
export const CONLLU = { columns: 10, form: 1, upos: 3, xpos: 4, feats: 5, deps: 8, misc: 9 } as const;

/** The attribute of MISC that `tag` writes. */
export const PREDICTED_KEY = 'PredictedNER';

/** Where a file has entities: a column, or an attribute in one. */
export interface TagPlace {
  column: number;
  key: string | undefined;
}

const PREDICTED_QUESTION: ReadingQuestion = {
  what: 'Are the predicted tags to be used as if they were annotated?',
  reason: `The only entities are those that a model has added, as ${PREDICTED_KEY} in MISC.`,
  options: [
    { label: 'yes, column 10 has the tags', settings: { tagColumn: CONLLU.misc } },
    { label: 'no, the tags are the parts of speech in column 4', settings: { tagColumn: CONLLU.upos, scheme: 'none' } },
  ],
};

/** Lines examined for entities. */
const SAMPLED_LINES = 20_000;

/** Columns that may have entities, MISC first. */
const COLUMNS = [CONLLU.misc, CONLLU.xpos, CONLLU.feats, CONLLU.deps];
/** Attributes whose values are types of entities, without letters. */
const TYPE_KEY = /^(ner?|ner[_-]?(tag|type)|named[_-]?entity|ent(ity)?([_-]?type)?)$/i;

interface Values {
  all: number;
  lettered: number;
  /** Tags with a letter and a type. */
  typed: number;
  brackets: number;
  types: Set<string>;
}

/** Where the tags of a file are, and, of mentions, which ones are read. */
interface ConlluTags {
  place: TagPlace | undefined;
  mentions?: { parts: MentionParts; choice: MentionChoice };
  question: ReadingQuestion | undefined;
}

/**
 * Where the entities of a file are: an attribute of MISC with tags of a scheme, annotated before predicted ones; otherwise the only other
 * column or attribute with such tags; otherwise an attribute such as `NE=PER`; otherwise mentions. Undefined: there are none, the tags are
 * UPOS.
 */
export function conlluTags(lines: Iterable<string>, { tagColumn, tagField }: CorpusOptions): ConlluTags {
  const counts = countValues(lines);
  const lettered = counts
    .filter(({ values: { typed, lettered: some, all } }) => typed > 0 && some >= 0.9 * all)
    .toSorted((a, b) => Number(a.place.key === PREDICTED_KEY) - Number(b.place.key === PREDICTED_KEY));
  const types = counts.filter(
    ({ place: { key }, values }) => key !== undefined && TYPE_KEY.test(key) && areTypes(values),
  );
  const inMisc = lettered.filter(({ place: { column, key } }) => column === CONLLU.misc && key !== undefined);
  const bracketed = counts.find(
    ({ place: { column, key }, values: { brackets, all } }) =>
      column === CONLLU.misc && key === MENTIONS_KEY && brackets >= 0.9 * all,
  );
  const parts = bracketed && partsOf(bracketed.values.types, lines);
  const mentions = (choice: MentionChoice, question?: ReadingQuestion): ConlluTags | undefined =>
    parts && { place: { column: CONLLU.misc, key: MENTIONS_KEY }, mentions: { parts, choice }, question };
  const choice = CHOICES.find((one) => one === tagField);
  const isChosen = choice !== undefined && (tagColumn === undefined || tagColumn === CONLLU.misc);
  if (isChosen && parts !== undefined) return mentions(choice)!;
  if (tagColumn !== undefined) {
    const own = [...lettered, ...types].find(({ place: { column } }) => column === tagColumn)?.place;
    const isOpen = tagColumn === CONLLU.misc && (own === undefined || own.key === PREDICTED_KEY);
    const others = isOpen ? mentions('outermost') : undefined;
    return others ?? { place: own ?? { column: tagColumn, key: undefined }, question: undefined };
  }
  const [first] = inMisc.length > 0 ? inMisc.toSorted(byFrequency) : [...lettered, ...types];
  if (first !== undefined && first.place.key !== PREDICTED_KEY) {
    const others = inMisc.length > 0 ? [] : [...lettered, ...types].slice(1);
    return {
      place: first.place,
      question: others.length > 0 ? whichColumn([first, ...others].map(({ place }) => place)) : undefined,
    };
  }
  if (bracketed !== undefined)
    return mentions('outermost', MENTIONS_QUESTION) ?? { place: undefined, question: UNTYPED_QUESTION };
  return { place: undefined, question: first === undefined ? undefined : PREDICTED_QUESTION };
}

const PARTS_OF_SPEECH = { tagColumn: CONLLU.upos, scheme: 'none' } as const;
const CHOICES: readonly MentionChoice[] = ['outermost', 'innermost'];

const MENTIONS_QUESTION: ReadingQuestion = {
  what: 'Are the mentions to be learned, or the parts of speech?',
  reason:
    'MISC has mentions with their types (Entity=(…), as in CorefUD and GUM): names, nouns and pronouns, some within others.',
  options: [
    { label: 'the mentions; of nested ones the outermost', settings: { tagField: 'outermost' } },
    { label: 'the mentions; of nested ones the innermost', settings: { tagField: 'innermost' } },
    { label: 'the parts of speech in column 4', settings: PARTS_OF_SPEECH },
  ],
};

const UNTYPED_QUESTION: ReadingQuestion = {
  what: 'Use the parts of speech in column 4 as tags?',
  reason:
    'MISC has mentions without types (Entity=(…), as in CorefUD), which are not read. Write them as NER=B-PER to use them.',
  options: [{ label: 'yes, the parts of speech', settings: PARTS_OF_SPEECH }],
};

/** Where the id and the type of mentions are; undefined if they have no types. */
function partsOf(values: ReadonlySet<string>, lines: Iterable<string>): MentionParts | undefined {
  const [declaration] = firstLines(lines, 1, (line) => declaredParts(line) !== undefined);
  const parts = declaration === undefined ? likelyParts(values) : declaredParts(declaration)!;
  return areTyped(values, parts) ? parts : undefined;
}

type Counted = { place: TagPlace; values: Values };

function byFrequency(a: Counted, b: Counted): number {
  const rank = ({ place, values }: Counted) => (place.key === PREDICTED_KEY ? -1 : values.all);
  return rank(b) - rank(a);
}

function areTypes({ all, lettered, brackets, types }: Values): boolean {
  return (
    all > 0 &&
    lettered < 0.5 * all &&
    brackets === 0 &&
    types.size <= Math.max(3, 0.34 * all) &&
    [...types].every((type) => /\p{L}/u.test(type) && !/^(yes|no|true|false)$/i.test(type))
  );
}

function whichColumn(places: readonly TagPlace[]): ReadingQuestion {
  const columns = [...new Set(places.map(({ column }) => column))].toSorted((a, b) => a - b);
  return {
    what: 'Which column has the tags?',
    reason: `Columns ${columns.map((column) => column + 1).join(' and ')} have entities.`,
    options: columns.map((column) => ({ label: `column ${column + 1}`, settings: { tagColumn: column } })),
  };
}

function countValues(lines: Iterable<string>): Counted[] {
  const counts = new Map<string, Counted>();
  const add = (column: number, key: string | undefined, value: string) => {
    const id = `${column} ${key ?? ''}`;
    let counted = counts.get(id);
    if (counted === undefined) {
      counted = { place: { column, key }, values: { all: 0, lettered: 0, typed: 0, brackets: 0, types: new Set() } };
      counts.set(id, counted);
    }
    const { values } = counted;
    values.all++;
    if (values.types.size < 1000) values.types.add(value);
    if (hasSchemeLetter(value)) values.lettered++;
    if (/^[BIESLUMW][-_:]./.test(value)) values.typed++;
    if (/^(?:\(|[^()]{1,500}\))/.test(value)) values.brackets++;
  };
  let number = 0;
  for (const line of lines) {
    if (number++ === SAMPLED_LINES) break;
    if (line.startsWith('#')) continue;
    const cells = line.split('\t');
    if (cells.length !== CONLLU.columns || !/^\d+$/.test(cells[0]!)) continue;
    for (const column of COLUMNS) {
      const cell = cells[column]!;
      if (!cell.includes('=')) {
        add(column, undefined, cell);
        continue;
      }
      for (const item of cell.split('|')) {
        const cut = item.indexOf('=');
        if (cut > 0) add(column, item.slice(0, cut), item.slice(cut + 1));
      }
    }
  }
  return [...counts.values()];
}
