import { LIMITS } from '../../files/limits.ts';
import type { PackedFile } from '../../files/unpack-zip.ts';
import { isObject, isStrings, type JsonObject } from '../json-values.ts';

/** The name of a list with the records of a role: `train`, `validation`, `oos_test`. */
const SPLIT = /^(?:.+_)?(train|training|dev|val|valid|validation|test)$/i;
const HEAD = 1000;

/**
 * Replaces JSON files whose object has a list of records for training, and others for validation and testing, as in CLINC150, by a JSON lines
 * file for each. Pairs of two strings are a text and its class. Other files stay as they are.
 */
export async function splitFiles(files: readonly PackedFile[]): Promise<readonly PackedFile[]> {
  const split = await Promise.all(files.map(async (file) => (await partsOf(file)) ?? [file]));
  return split.flat();
}

async function partsOf({ name, open }: PackedFile): Promise<PackedFile[] | undefined> {
  if (!/\.json$/i.test(name)) return undefined;
  const file = await open();
  const [, first] = /^\uFEFF?\s*\{\s*"([^"]+)"\s*:\s*\[/.exec(await file.slice(0, HEAD).text()) ?? [];
  if (first === undefined || !SPLIT.test(first) || file.size > LIMITS.values.max) return undefined;
  const splits = splitsIn(parsed(await file.text()));
  if (splits === undefined) return undefined;
  return [...splits].map(([split, items]) => {
    const part = `${name}.${split}.jsonl`;
    return { name: part, open: () => Promise.resolve(new File(items.map(lineOf), part)) };
  });
}

/** The items of each split; undefined if the value has other members, or only one split. */
function splitsIn(value: unknown): Map<string, unknown[]> | undefined {
  if (!isObject(value)) return undefined;
  const splits = new Map<string, unknown[]>();
  for (const [name, items] of Object.entries(value)) {
    const split = SPLIT.exec(name)?.[1]?.toLowerCase();
    if (split === undefined || !Array.isArray(items) || !items.every(isItem)) return undefined;
    splits.set(split, [...(splits.get(split) ?? []), ...(items as unknown[])]);
  }
  return splits.size > 1 ? splits : undefined;
}

function isItem(item: unknown): boolean {
  return isObject(item) || Array.isArray(item);
}

function lineOf(item: unknown): string {
  const isPair = isStrings(item) && item.length === 2;
  const record: unknown = isPair ? ({ text: item[0], label: item[1] } satisfies JsonObject) : item;
  return `${JSON.stringify(record)}\n`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
