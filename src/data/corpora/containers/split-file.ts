import type { Bytes } from '../../../lib/units.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { PackedFile } from '../../files/unpack-zip.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { hasText, isRecordLike } from '../json/wrappers.ts';

/** The name of a list with the records of a role. CLINC150 has those of no intent (`oos_train`) in lists of their own. */
const SPLIT = /^(?:oos_)?(train|training|dev|val|valid|validation|test)$/i;
/** Bytes that show whether an object begins with such a list. */
export const SPLIT_HEAD: Bytes = 1000;
/** A file is parsed as a whole. */
const MAX_SIZE: Bytes = 64 * 2 ** 20;

/**
 * Replaces JSON files whose object has only lists of records, one for training and others for validation and testing, as in CLINC150, by a
 * JSON lines file for each list. Pairs of two strings are a text and its class. Other files stay as they are, also those that cannot be
 * unpacked, which their reader reports.
 */
export async function splitFiles(files: readonly PackedFile[]): Promise<readonly PackedFile[]> {
  const split: PackedFile[] = [];
  for (const file of files) split.push(...((await partsOf(file)) ?? [file]));
  return split;
}

/** @param head the beginning of a file @returns whether it may be one with a list for each split */
export function mayHaveSplits(head: string): boolean {
  const [, first] = /^\uFEFF?\s*\{\s*"([^"]+)"\s*:\s*\[/.exec(head) ?? [];
  return first !== undefined && SPLIT.test(first);
}

/** What a list is for. @param name of its file, as `splitFiles` names it */
export function roleOfSplit(name: string): 'train' | 'dev' | 'test' {
  if (/\.train(ing)?\.jsonl$/.test(name)) return 'train';
  return name.endsWith('.test.jsonl') ? 'test' : 'dev';
}

async function partsOf({ name, open }: PackedFile): Promise<PackedFile[] | undefined> {
  if (!/\.json$/i.test(name)) return undefined;
  try {
    const file = await open();
    if (file.size > MAX_SIZE || !mayHaveSplits(await file.slice(0, SPLIT_HEAD).text())) return undefined;
    const splits = splitsIn(JSON.parse(await file.text()));
    return splits && [...splits].map(([split, items]) => partOf(`${name}.${split}.jsonl`, items));
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || (error instanceof StudioError && error.code === 'BadInput');
    if (isUnreadable) return undefined;
    throw error;
  }
}

function partOf(name: string, items: readonly unknown[]): PackedFile {
  return { name, open: () => Promise.resolve(new File(items.map(lineOf), name)) };
}

/** The items of each split; undefined if the value has other lists or objects, or only one split. */
function splitsIn(value: unknown): Map<string, unknown[]> | undefined {
  if (!isObject(value)) return undefined;
  const splits = new Map<string, unknown[]>();
  for (const [name, items] of Object.entries(value)) {
    if (typeof items !== 'object') continue; // a version, a name
    const split = SPLIT.exec(name)?.[1]?.toLowerCase();
    if (split === undefined || !Array.isArray(items)) return undefined;
    splits.set(split, [...(splits.get(split) ?? []), ...(items as unknown[])]);
  }
  const all = [...splits.values()].flat();
  return splits.size > 1 && (all.every(isRecord) || areTextsWithClass(all)) ? splits : undefined;
}

function isRecord(item: unknown): boolean {
  return isRecordLike(item) || hasText(item);
}

/** Whether items are pairs of a text and a class. Few classes are those of one text only, unlike translations. */
function areTextsWithClass(items: readonly unknown[]): boolean {
  if (!items.every((item): item is [string, string] => isStrings(item) && item.length === 2)) return false;
  return 2 * new Set(items.map(([, second]) => second)).size <= items.length;
}

function lineOf(item: unknown): string {
  const isPair = isStrings(item) && item.length === 2;
  const record: unknown = isPair ? ({ text: item[0], label: item[1] } satisfies JsonObject) : item;
  return `${JSON.stringify(record)}\n`;
}
