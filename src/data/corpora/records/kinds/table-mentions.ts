import { BARE_TYPE } from '../../marks.ts';
import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind } from '../record.ts';

/** A mention at `[start, end)`, in UTF-16 code units of its text. */
export interface TableMention {
  start: number;
  end: number;
  /** Its words in the table. */
  text: string;
  /** Undefined if the table has none. */
  type: string | undefined;
}

/** The mentions that a table has of a text, as `containers/mention-tables.ts` writes them. */
export interface TableOfMentions {
  name: string;
  /** The column with the types, by its name or number. */
  type: string | undefined;
  mentions: readonly TableMention[];
  /** Rows of the table whose text or place is missing. */
  lost: number;
}

/** A text whose mentions are rows of a table. */
export const tableMentions: RecordKind = {
  title: 'tables of mentions',
  read(record) {
    const { text } = record;
    const table = tableIn(record);
    if (typeof text !== 'string' || table === undefined) return undefined;
    const { name, type, mentions, lost } = table;
    const spans = mentions.map((mention) => ({
      ...mention,
      type: mention.type ?? BARE_TYPE,
      unit: 'UTF-16 units' as const,
    }));
    const notes = [
      ...(mentions.length === 0
        ? []
        : [type === undefined ? `mentions without a type in ${name}, which were read as ${BARE_TYPE}` : `types from ${type} of ${name}`]), // prettier-ignore
      ...(lost === 0 ? [] : [`mentions in ${name} whose text or place is missing (${lost}), which were left out`]),
    ];
    return { texts: [{ text, spans, notes }] };
  },
};

function tableIn(record: JsonObject): TableOfMentions | undefined {
  const table = record['mention_table'];
  if (!isObject(table) || !Array.isArray(table['mentions'])) return undefined;
  return table['mentions'].every(isMention) ? (table as unknown as TableOfMentions) : undefined;
}

function isMention(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['start']) && Number.isInteger(value['end']);
}
