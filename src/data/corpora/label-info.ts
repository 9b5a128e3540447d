import type { Corpus, CorpusOptions } from '../corpus.ts';
import { isObject } from './json-values.ts';
import { namesIn } from './json-wrappers.ts';
import type { LabelNames } from './json-labels.ts';
import { readCorpus } from './read-corpus.ts';

/** The name of the file in which Hugging Face `datasets` describes a data set. */
export const DATASET_INFO = 'dataset_info.json';

export function isDatasetInfo(name: string): boolean {
  return /(^|[/\\])dataset_infos?\.json$/i.test(name);
}

/**
 * The names of integer labels in a `dataset_info.json`, by field. A field whose names differ between the configurations of a
 * `dataset_infos.json` has none.
 */
export function labelsInInfo(text: string): LabelNames {
  const infos = [parsed(text)].flatMap((info): unknown[] =>
    isObject(info) && info['features'] === undefined ? Object.values(info) : [info],
  );
  const labels = new Map<string, readonly string[]>();
  const differing = new Set<string>();
  for (const info of infos) {
    const [found] = isObject(info) ? namesIn(info['features']) : [];
    for (const [field, names] of Object.entries((found?.['label_names'] ?? {}) as Record<string, string[]>)) {
      const known = labels.get(field);
      if (known !== undefined && known.join('\n') !== names.join('\n')) differing.add(field);
      labels.set(field, names);
    }
  }
  for (const field of differing) labels.delete(field);
  return labels;
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
  const names = labelsOf === undefined ? undefined : labels?.get(labelsOf);
  if (names === undefined) return { corpus, options };
  const named = { ...options, labelNames: [...names] };
  return { corpus: readCorpus(file, bytes, named, onBytes), options: named };
}
