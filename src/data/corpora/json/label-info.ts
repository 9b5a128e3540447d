import { nameIn } from '../../../lib/paths.ts';
import type { Corpus, CorpusOptions } from '../../corpus.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { isObject, isStrings } from './values.ts';
import { namesIn } from './wrappers.ts';
import type { LabelNames } from './labels.ts';
import { readCorpus } from '../read-corpus.ts';

/** The name of the file in which Hugging Face `datasets` describes a data set. */
export const DATASET_INFO = 'dataset_info.json';
/** The card of a data set on the Hugging Face Hub. */
export const DATASET_CARD = 'README.md';

/** Files that number labels, for all fields. */
export const LABEL_MAPS: readonly string[] = ['label', 'labels', 'label2id', 'id2label', 'tag2id', 'id2tag', 'label_map', 'tag_to_id'].map((name) => `${name}.json`); // prettier-ignore

/** Whether a file may have the names of labels. */
export function mayNameLabels(name: string): boolean {
  const base = nameIn(name).toLowerCase();
  return isDatasetInfo(name) || base === DATASET_CARD.toLowerCase() || LABEL_MAPS.includes(base);
}

/** Whether a file describes a data set, and is nothing else. */
export function isDatasetInfo(name: string): boolean {
  return /(^|[/\\])dataset_infos?\.json$/i.test(name);
}

/** Stands for all fields. */
const ANY_FIELD = '*';

/**
 * The names of integer labels in a `dataset_info.json`, in the YAML at the start of a `README.md`, or in a map of labels (`{"O": 0, "B-PER": 1}`,
 * `{"0": "O"}`, `["O"]`), by field. A field whose names differ
 * between the configurations of a data set has none.
 */
export function labelsInInfo(text: string): LabelNames {
  const labels = new Map<string, readonly string[]>();
  const differing = new Set<string>();
  for (const [field, names] of text.startsWith('---') ? namesInCard(text) : namesInInfo(text)) {
    const known = labels.get(field);
    if (known !== undefined && known.join('\n') !== names.join('\n')) differing.add(field);
    labels.set(field, names);
  }
  for (const field of differing) labels.delete(field);
  return labels;
}

function namesInInfo(text: string): [string, string[]][] {
  const mapped = namesInMap(parsed(text));
  if (mapped !== undefined) return [[ANY_FIELD, mapped]];
  const infos = [parsed(text)].flatMap((info): unknown[] =>
    isObject(info) && info['features'] === undefined ? Object.values(info) : [info],
  );
  return infos.flatMap((info) => {
    const [found] = isObject(info) ? namesIn(info['features']) : [];
    return Object.entries((found?.['label_names'] ?? {}) as Record<string, string[]>);
  });
}

/** The tags of a scheme that a map numbers from 0, or that numbers have. */
function namesInMap(map: unknown): string[] | undefined {
  if (isStrings(map)) return areTags(map) ? map : undefined;
  const pairs = Object.entries(isObject(map) ? map : {});
  const ids = pairs.map(([name, value]): [unknown, unknown] =>
    typeof value === 'number' ? [value, name] : [Number(name), value],
  );
  const names = ids.map((_, id) => ids.find(([own]) => own === id)?.[1]);
  return isStrings(names) && names.length > 1 && areTags(names) ? names : undefined;
}

/** Whether there is a tag with the letter of a scheme. */
function areTags(names: readonly string[]): boolean {
  return names.some((name) => name.length > 1 && hasSchemeLetter(name));
}

/** The features of `dataset_info`, as `datasets` writes them: `- name: FIELD`, and below it `names:` with one name per line. */
function namesInCard(text: string): [string, string[]][] {
  const [, front = ''] = text.split(/^---\s*$/m);
  const found: [string, string[]][] = [];
  let field: string | undefined;
  let names: { indent: number; of: string[] } | undefined;
  for (const line of front.split(/\r?\n/)) {
    const indent = line.search(/\S/);
    const [, id, item] = /^(?:['"]?(\d{1,4})['"]?:|-)\s+(\S.*)$/.exec(line.trim()) ?? [];
    if (names !== undefined && indent > names.indent && item !== undefined) {
      names.of[id === undefined ? names.of.length : Number(id)] = plain(item);
      continue;
    }
    names = undefined;
    field = /^\s*- name:\s*(\S+)\s*$/.exec(line)?.[1] ?? field;
    if (field !== undefined && /^\s*names:\s*$/.test(line)) {
      names = { indent, of: [] };
      found.push([field, names.of]);
    }
  }
  return found.filter(([, of]) => !Array.from(of).includes(undefined!)); // without gaps
}

/** The text of a scalar: without its quotes, or the comment behind it. */
function plain(item: string): string {
  const [, , quoted] = /^(['"])(.*)\1(?: *#.*)?$/.exec(item) ?? [];
  return quoted ?? item.split(/[ \t]#/, 1)[0]!.trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what is not JSON names nothing: the question remains
  }
}

/**
 * Reads a corpus. If it asks for the names of its labels, and they are known, it is read with them.
 *
 * @param labels names by field
 * @returns also the options that it was read with
 */
export function readWithLabels(
  file: string,
  bytes: Uint8Array,
  options: CorpusOptions,
  labels: LabelNames | undefined,
  onBytes?: (done: number) => void,
): { corpus: Corpus; options: CorpusOptions } {
  const corpus = readCorpus(file, bytes, options, onBytes);
  const { labelsOf } = corpus.question ?? {};
  const names = labelsOf === undefined ? undefined : (labels?.get(labelsOf) ?? labels?.get(ANY_FIELD));
  if (names === undefined) return { corpus, options };
  const named = { ...options, labelNames: [...names] };
  return { corpus: readCorpus(file, bytes, named, onBytes), options: named };
}
