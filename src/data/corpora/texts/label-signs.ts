import type { JsonObject } from '../json/values.ts';
import { HTML, usualMark } from '../marks.ts';
import { entitiesInList } from '../records/entity-lists.ts';
import { layersAt, nameOf, pathsIn, stringsAt } from '../records/layers.ts';
import { occurs } from '../records/quoted-places.ts';
import { areTagsOfTokens } from '../records/tagged-fields.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';

/** Words in an element that is none of HTML. */
const ELEMENT = new RegExp(
  String.raw`<(?!(?:${HTML}|[ABIPQSU]|BR|H\d)\b)(\p{L}[\w-]{1,60})(?:\s[^<>]{0,100})?>[^<>]{1,500}</\1>`,
  'iu',
);
/** Parts of a value, on average, from which on names without a letter of a scheme are tags of words, not classes. */
const FEWEST_TAGS = 4;
/** Share of a text that is no name in it. */
const PART = 0.8;

/**
 * What a field of texts has that looks like labels of their words, though no reader knows the form: tags, marks around words, or words
 * with types. A sentence that says what to do; undefined without any.
 */
export function signsOfLabels(records: readonly JsonObject[]): string | undefined {
  if (records.length < 2) return undefined; // one object tells little, and each is asked for
  return tagsIn(records) ?? marksIn(records) ?? listsIn(records);
}

function tagsIn(records: readonly JsonObject[]): string | undefined {
  for (const path of pathsIn(records)) {
    for (const layer of layersAt(records, path)) {
      const lists = records.map((record) => stringsAt(record, layer));
      const tags = lists.flatMap((list) => list ?? []);
      const areMany = tags.length >= FEWEST_TAGS * records.length;
      if ((!areMany && !tags.every(hasSchemeLetter)) || !areTagsOfTokens(lists)) continue;
      return `The values of ${nameOf(layer)} look like tags (${[...new Set(tags)].slice(0, 4).join(', ')}), but in most records no other field has as many words: they are not read. Write the words and the tags of a sentence as two lists of the same length.`;
    }
  }
  return undefined;
}

function marksIn(records: readonly JsonObject[]): string | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  for (const name of names) {
    const texts = records.map((record) => record[name]).filter((value) => typeof value === 'string');
    const marked = texts.filter((text) => ELEMENT.test(text));
    const mark = usualMark(texts) ?? (2 * marked.length > texts.length ? ELEMENT.exec(marked[0]!)![0] : undefined);
    if (mark !== undefined)
      return `${name} has marks around words, such as ${mark.slice(0, 100)}, which are read as words. If they are entities, write <PER>Ada</PER> or [Ada](PER), with the type in capitals.`;
  }
  return undefined;
}

function listsIn(records: readonly JsonObject[]): string | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  for (const name of names) {
    const filled = records.filter(({ [name]: value }) => typeof value === 'string' && value.trim() !== '');
    const found = filled.flatMap(({ [name]: list, ...others }) => {
      const texts = Object.values(others).filter((value) => typeof value === 'string');
      return (
        entitiesInList(list as string, (words) =>
          texts.some((text) => words.length < PART * text.length && occurs(text, words)),
        ) ?? []
      );
    });
    if (found.length < 2 || 2 * new Set(found.map(({ type }) => type)).size > found.length) continue;
    if (2 * found.length >= filled.length)
      return `${name} has words of the texts with names such as ${found[0]!.type}, as entities are, but in a form that is not read. Write a list in JSON: {"text": "Oslo is old", "entities": [{"text": "Oslo", "label": "LOC"}]}.`;
  }
  return undefined;
}
