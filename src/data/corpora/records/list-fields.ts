import type { ReadingQuestion } from '../../corpus.ts';
import { isStrings, type JsonObject } from '../json/values.ts';
import { isTypeName, NO_ENTITY_LISTS, textIn } from './kinds/quoted-entities.ts';
import { occurs } from './quoted-places.ts';
import type { ListFields } from './record.ts';
import { spanField } from './spans.ts';

/** What a list of the texts of entities is called. */
const TEXTS = /entit|mention|span|surface|phrase|term|concept|(?:^|_)(?:names?|values?|ents?|ners?)$/i;

/** Lists of other lengths than those beside them, and lists that are none: one of so many may be. */
const MOST_ODD = 1 / 3;

/**
 * The two fields with the texts of the entities of each object, and as many types: `"entities": ["Ada"], "types":
 * ["PER"]`. None if there are no such fields, or offsets, or a value for each token. Several if more than one list has
 * as many types.
 *
 * @param all the objects of the file, of which the sample are the first: they are searched if its lists are empty
 * @param given the field with the types, if it is known
 */
export function listFieldsOf(
  sample: readonly JsonObject[],
  all: () => Iterable<JsonObject>,
  given?: string,
): ListFields[] {
  const names = [...new Set(sample.flatMap((record) => Object.keys(record)))];
  const isOdd = (name: string) => sample.filter((record) => !isStrings(record[name] ?? [])).length;
  const own = names.filter((name) => isOdd(name) <= MOST_ODD * sample.length);
  if (own.length < 2 || names.some((name) => spanField(name) === 'start')) return [];
  const areTexts = (name: string) => TEXTS.test(name) && !NO_ENTITY_LISTS.test(name) && spanField(name) === undefined;
  const pairs = own
    .filter(areTexts)
    .flatMap((texts) => own.filter((name) => spanField(name) === 'label').map((types) => ({ texts, types })));
  const wanted = pairs.filter(({ types }) => given === undefined || types === given);
  if (wanted.length === 0) return [];
  const filled = filledOf(sample, all, wanted);
  const found = wanted.filter((pair) => areListed(filled, pair));
  const isOne = found.every(({ texts }) => texts === found[0]!.texts);
  return isOne ? found.map((pair) => ({ ...pair, ...doubtOf(filled, pair) })) : [];
}

/** The objects with values in the fields: those of the sample, or the first ones of the file. */
function filledOf(
  sample: readonly JsonObject[],
  all: () => Iterable<JsonObject>,
  pairs: readonly ListFields[],
): JsonObject[] {
  const isFilled = (record: JsonObject) =>
    pairs.some(({ texts, types }) => listIn(record, texts).length + listIn(record, types).length > 0);
  const filled = sample.filter(isFilled);
  if (filled.length > 0) return filled;
  for (const record of all()) {
    if (isFilled(record)) filled.push(record);
    if (filled.length === sample.length) break;
  }
  return filled;
}

function listIn(record: JsonObject, name: string): string[] {
  const list = record[name];
  return isStrings(list) ? list : [];
}

/** Whether nearly all objects have as many texts as types, most texts occur, and types are not those of the tokens. */
function areListed(records: readonly JsonObject[], { texts, types }: ListFields): boolean {
  let [listed, quoted, odd, areOfTokens] = [0, 0, 0, true];
  for (const record of records) {
    const [ofTexts, ofTypes] = [listIn(record, texts), listIn(record, types)];
    const own = textIn(record);
    if (ofTexts.length !== ofTypes.length) {
      odd++;
      continue;
    }
    listed += ofTexts.length;
    quoted += ofTexts.filter((text) => text.trim() !== '' && own !== undefined && occurs(own.text, text.trim())).length;
    areOfTokens &&= own?.sentences?.[0]!.length === ofTypes.length;
  }
  return odd <= MOST_ODD * records.length && listed > 0 && 2 * quoted > listed && !areOfTokens;
}

/** A type, if none is a usual one, and the names of the fields do not say that these are types of entities. */
function doubtOf(records: readonly JsonObject[], { texts, types }: ListFields): Pick<ListFields, 'doubt'> {
  const all = records.flatMap((record) => listIn(record, types));
  const [doubt] = all;
  const areSure = (/entit/i.test(texts) && /type/i.test(types)) || all.some((type) => isTypeName(type.trim()));
  return areSure || doubt === undefined ? {} : { doubt };
}

/** Asked if several lists have as many values as there are entities. */
export function typesQuestion(found: readonly ListFields[]): ReadingQuestion | undefined {
  if (found.length < 2) return undefined;
  const names = found.map(({ types }) => types);
  return {
    what: 'Which list has the types of the entities?',
    reason: `${names.join(' and ')} each have as many values as ${found[0]!.texts}.`,
    options: names.map((name) => ({ label: name, settings: { tagField: name } })),
  };
}
