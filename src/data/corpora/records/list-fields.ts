import { isStrings, type JsonObject } from '../json-values.ts';
import { NO_ENTITY_LISTS, occurs, textIn } from './quoted-entities.ts';
import type { ListFields } from './record.ts';
import { spanField } from './spans.ts';

/** What a list of the texts of entities is called. */
const TEXTS = /entit|mention|span|surface|phrase|term|concept|(?:^|_)(?:names?|values?|ents?|ners?)$/i;

/**
 * The two fields with the texts of the entities of each object, and as many types: `"entities": ["Ada"], "types":
 * ["PER"]`. Undefined if there are none, or several, or offsets, or a value for each token.
 */
export function listFieldsOf(records: readonly JsonObject[]): ListFields | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const own = names.filter((name) => records.every((record) => isStrings(record[name] ?? [])));
  if (own.length < 2 || names.some((name) => spanField(name) === 'start')) return undefined;
  const areTexts = (name: string) => TEXTS.test(name) && !NO_ENTITY_LISTS.test(name) && spanField(name) === undefined;
  const pairs = own
    .filter(areTexts)
    .flatMap((texts) => own.filter((name) => spanField(name) === 'label').map((types) => ({ texts, types })))
    .filter((pair) => areListed(records, pair));
  return pairs.length === 1 ? pairs[0] : undefined;
}

/** Whether all objects have as many texts as types, most texts occur, and types are not those of the tokens. */
function areListed(records: readonly JsonObject[], { texts, types }: ListFields): boolean {
  let [listed, quoted, areOfTokens] = [0, 0, true];
  for (const record of records) {
    const [ofTexts, ofTypes] = [record[texts] ?? [], record[types] ?? []] as [string[], string[]];
    const own = textIn(record);
    if (ofTexts.length !== ofTypes.length) return false;
    listed += ofTexts.length;
    quoted += ofTexts.filter((text) => text.trim() !== '' && own !== undefined && occurs(own.text, text.trim())).length;
    areOfTokens &&= own?.sentences?.[0]!.length === ofTypes.length;
  }
  return listed > 0 && 2 * quoted > listed && !areOfTokens;
}
