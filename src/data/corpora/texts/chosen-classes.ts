import { isObject, isStrings, type JsonObject } from '../json/values.ts';

/** The field of Prodigy with the ids of the options that a person chose. */
export const ACCEPT = 'accept';
/** The field of choices of Label Studio whose control has no name. */
const CHOICES = 'choices';

/** The fields of records in which people chose among options: the classes of a text. */
export interface ChosenClasses {
  /** The record with the options chosen for its text, in fields of their own. */
  of: (record: JsonObject) => JsonObject;
  /** Those in which most texts have one option. */
  fields: string[];
}

/** How records have the classes that were chosen for their texts; undefined if they have none, or spans. */
export function chosenClasses(records: readonly JsonObject[]): ChosenClasses | undefined {
  const read = records.flatMap((record) => chosenIn(record) ?? []);
  if (read.length === 0 || read.some(({ hasSpans }) => hasSpans)) return undefined;
  const counts = (field: string) => read.map(({ chosen }) => chosen[field]?.length ?? 0);
  const fields = [...new Set(read.flatMap(({ chosen }) => Object.keys(chosen)))].filter((field) => {
    const [one, several] = [counts(field).filter((n) => n === 1).length, counts(field).filter((n) => n > 1).length];
    return one > several;
  });
  const of = (record: JsonObject) => {
    const { others, chosen } = chosenIn(record) ?? { others: isObject(record['data']) ? record['data'] : record };
    return { ...others, ...chosen };
  };
  return fields.length === 0 ? undefined : { fields, of };
}

function chosenIn(record: JsonObject): Chosen | undefined {
  return ofTask(record) ?? ofOptions(record);
}

interface Chosen {
  others: JsonObject;
  /** Options by field; of several people, all of theirs. */
  chosen: Record<string, string[]>;
  hasSpans: boolean;
}

/** A task of Label Studio. */
function ofTask({ data, annotations, completions }: JsonObject): Chosen | undefined {
  const made = annotations ?? completions;
  if (!isObject(data) || !Array.isArray(made)) return undefined;
  const regions = made
    .filter((one) => isObject(one) && one['was_cancelled'] !== true)
    .flatMap(({ result }: JsonObject) => (Array.isArray(result) ? result.filter(isObject) : []));
  const chosen: Record<string, string[]> = {};
  let hasSpans = false;
  for (const { value, from_name: name } of regions) {
    if (!isObject(value)) continue;
    const { choices } = value;
    if (value['start'] !== undefined) hasSpans = true;
    else if (isStrings(choices)) {
      const field = typeof name === 'string' ? name : CHOICES;
      chosen[field] = [...new Set([...(chosen[field] ?? []), ...choices])];
    }
  }
  return { others: data, chosen, hasSpans };
}

/** A task of Prodigy with options, which some exports leave out. */
function ofOptions(record: JsonObject): Chosen | undefined {
  const isTask = Array.isArray(record['options']) || typeof record['answer'] === 'string';
  if (!isTask || !Array.isArray(record[ACCEPT])) return undefined;
  const { options: _, tokens: __, spans, ...others } = record;
  const hasSpans = Array.isArray(spans) && spans.length > 0;
  return { others, chosen: { [ACCEPT]: record[ACCEPT].map(String) }, hasSpans };
}

const NOTE =
  'options that were chosen for the text, which are not read beside entities, nor if most texts have several: a model predicts one class for each text';

/** What a reader of entities says of a record with options that it does not read. */
export function choicesNotes(record: JsonObject): string[] {
  const chosen = Object.values(chosenIn(record)?.chosen ?? {});
  return chosen.some(({ length }) => length > 0) ? [NOTE] : [];
}
