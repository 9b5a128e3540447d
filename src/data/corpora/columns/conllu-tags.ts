import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';

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
/** Entities of CorefUD and GUM: `(1-person-…`, `1)`. */
const COREFERENCE = /^[([]?[^()]*-[^()]*|^\(|\)$/;

interface Values {
  all: number;
  lettered: number;
  /** Tags with a letter and a type. */
  typed: number;
  brackets: number;
  types: Set<string>;
}

/**
 * Where the entities of a file are: an attribute of MISC with tags of a scheme, annotated before predicted ones; otherwise the only other
 * column or attribute with such tags; otherwise an attribute such as `NE=PER`. Undefined: there are none, the tags are UPOS.
 */
export function conlluTags(
  lines: Iterable<string>,
  { tagColumn }: CorpusOptions,
): { place: TagPlace | undefined; question: ReadingQuestion | undefined } {
  const counts = countValues(lines);
  const lettered = counts
    .filter(({ values: { typed, lettered: some, all } }) => typed > 0 && some >= 0.9 * all)
    .toSorted((a, b) => Number(a.place.key === PREDICTED_KEY) - Number(b.place.key === PREDICTED_KEY));
  const types = counts.filter(
    ({ place: { key }, values }) => key !== undefined && TYPE_KEY.test(key) && areTypes(values),
  );
  const inMisc = lettered.filter(({ place: { column, key } }) => column === CONLLU.misc && key !== undefined);
  if (tagColumn !== undefined) {
    const own = [...lettered, ...types].find(({ place: { column } }) => column === tagColumn)?.place;
    return { place: own ?? { column: tagColumn, key: undefined }, question: undefined };
  }
  const [first] = inMisc.length > 0 ? inMisc.toSorted(byFrequency) : [...lettered, ...types];
  if (first?.place.key === PREDICTED_KEY) return { place: undefined, question: PREDICTED_QUESTION };
  if (first !== undefined) {
    const others = inMisc.length > 0 ? [] : [...lettered, ...types].slice(1);
    return {
      place: first.place,
      question: others.length > 0 ? whichColumn([first, ...others].map(({ place }) => place)) : undefined,
    };
  }
  const bracketed = counts.find(
    ({ place: { key }, values }) => key === 'Entity' && values.brackets >= 0.9 * values.all,
  );
  return { place: undefined, question: bracketed === undefined ? undefined : COREFERENCE_QUESTION };
}

const COREFERENCE_QUESTION: ReadingQuestion = {
  what: 'Use the parts of speech in column 4 as tags?',
  reason:
    'MISC has entities with coreference (Entity=(…), as in CorefUD and GUM), which are not read. Write them as NER=B-PER to use them.',
  options: [{ label: 'yes, the parts of speech', settings: { tagColumn: CONLLU.upos, scheme: 'none' } }],
};

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
    if (/[()]/.test(value) && COREFERENCE.test(value)) values.brackets++;
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
