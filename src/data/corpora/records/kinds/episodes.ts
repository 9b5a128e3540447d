import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { RecordKind, TokenSentence } from '../record.ts';

/** The two parts of an episode. */
const PARTS = ['support', 'query'];

/**
 * An episode of few-shot learning, as in Few-NERD: the words and the labels of some sentences in `support` and `query`, and in `types` the
 * types of the episode. Words of other types are marked as outside, so each sentence says something of the types of its episode only.
 */
export const episodes: RecordKind = {
  title: 'Few-NERD (episodes)',
  read(record) {
    const parts = PARTS.map((name) => record[name]);
    if (!parts.every(isPart)) return undefined;
    const { types } = record;
    const sentences: TokenSentence[] = [];
    for (const { word, label } of parts) {
      if (word.length !== label.length || word.some(({ length }, s) => length !== label[s]!.length))
        return 'An episode has another number of labels than words.';
      sentences.push(...word.map((tokens, s) => ({ tokens, tags: label[s]!, ...(isStrings(types) && { types }) })));
    }
    return { sentences, notes: [isStrings(types) ? EPISODES : WITHOUT_TYPES] };
  },
};

const EPISODES =
  'an episode: its sentences, which may be in others too, are annotated with the types of the episode only';
const WITHOUT_TYPES =
  'an episode without the list of its types: words of other types are marked as outside, so that a model would not learn them';

function isPart(value: unknown): value is { word: string[][]; label: string[][] } {
  const { word, label } = isObject(value) ? value : ({} as JsonObject);
  return [word, label].every((rows) => Array.isArray(rows) && rows.length > 0 && rows.every(isStrings));
}
