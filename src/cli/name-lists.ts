import type { Sentence } from '../data/corpus.ts';
import { listQuality, type ListQuality } from '../data/features/list-quality.ts';
import { mergeLists, readNames, requireNames } from '../data/features/read-names.ts';
import type { NameList } from '../data/vocabulary/features.ts';
import { readCorpusBytes } from './files.ts';
import { count } from './format.ts';
import { reportProblems } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/**
 * Reads name lists, and compares their matches with the entities of the training sentences.
 *
 * @throws StudioError BadInput if a file cannot be read, or has no names
 */
export async function loadNameLists(
  terminal: Terminal,
  paths: readonly string[],
  train: readonly Sentence[],
): Promise<NameList[]> {
  const all: NameList[] = [];
  for (const path of paths) {
    const read = readNames(path, await readCorpusBytes(path));
    reportProblems(terminal, read);
    requireNames(read);
    all.push(...read.lists);
  }
  const lists = mergeLists(all);
  for (const quality of listQuality(lists, train)) terminal.note(qualityLine(quality));
  return lists;
}

function qualityLine({ name, names, matches, entities, types, misleading }: ListQuality): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const found = `list ${name}: ${count(names)} names, ${count(matches)} matches in train`;
  if (matches === 0) return found;
  const ofTypes = types.map(
    ({ type, precision, recall }) => `${type} precision ${percent(precision)}, recall ${percent(recall)}`,
  );
  const wrong = misleading.map(({ text, wrong: times }) => `${text} (${times})`);
  return [
    `${found}, ${percent(entities / matches)} of them entities`,
    ...ofTypes,
    ...(wrong.length > 0 ? [`most often no entity: ${wrong.join(', ')}`] : []),
  ].join('; ');
}
