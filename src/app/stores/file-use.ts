import type { CorpusOptions, TagScheme } from '../../data/corpus.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import type { ChosenColumns } from '../../data/features/lists/name-columns.ts';
import type { VectorsChoices } from '../../data/vectors/usual-rows.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { CorpusFile, SentenceWeights } from '../../workers/wire/payloads.ts';
import type { AnyFile } from './workspace.ts';

/** How a loaded file is used. */
export interface FileUse {
  name: string;
  role?: FileRole | undefined;
  tagColumn?: number | undefined;
  scheme?: TagScheme | undefined;
  /** Answers to questions about how to read it. */
  settings?: CorpusOptions | undefined;
  weights?: SentenceWeights | undefined;
  /** Columns of a training file that are inputs. */
  inputColumns?: string[] | undefined;
  /** The encoding that was chosen of a text or a list of names. */
  encoding?: LegacyEncoding | undefined;
  /** What it is, if it is no corpus: another reading may have been chosen. */
  kind?: 'texts' | 'names' | undefined;
  /** The columns of a table of names that were chosen. */
  nameColumns?: ChosenColumns | undefined;
  /** The fields of a table that have its texts. */
  textFields?: readonly string[] | undefined;
  /** The chosen file of an archive of vectors. */
  entry?: string | undefined;
  /** What was chosen of the form of vectors. */
  form?: VectorsChoices | undefined;
}

export function useOf(file: AnyFile): FileUse {
  if ('lists' in file) {
    const { name, encoding, table } = file;
    return {
      name,
      kind: 'names',
      encoding: encoding?.chosen,
      nameColumns: table?.isChosen ? table.columns : undefined,
    };
  }
  if ('table' in file) {
    const { name, encoding, table } = file;
    return { name, kind: 'texts', encoding: encoding?.chosen, textFields: table?.textFields };
  }
  if ('dimensions' in file) {
    const { name, isChosen, archive, reading } = file;
    const { chosen = {} } = reading ?? {};
    const hasChoices = Object.values(chosen).some((value) => value !== undefined);
    return { name, entry: isChosen ? archive?.chosen : undefined, form: hasChoices ? chosen : undefined };
  }
  if (!('role' in file)) return { name: file.name };
  const { name, role, tagColumn, style, reading, weights, inputColumns } = file;
  const hasAnswers = Object.keys(reading.settings).length > 0;
  const isInput = role === 'train' && inputColumns.length > 0;
  return {
    name,
    role,
    tagColumn,
    scheme: style.scheme,
    weights,
    ...(hasAnswers && { settings: reading.settings }),
    ...(isInput && { inputColumns }),
  };
}

/** Names of the files that an entry was read from: an encoder has several. */
export function namesOf(file: AnyFile): string[] {
  return 'files' in file ? [file.name, ...file.files] : [file.name];
}

/** The use of each file of an entry. */
export function usesOf(file: AnyFile): FileUse[] {
  return 'files' in file ? [...new Set(namesOf(file))].map((name) => ({ name })) : [useOf(file)];
}

/** Columns that are inputs of the next model: those chosen that all training files have. */
export function usedColumns(files: readonly CorpusFile[]): string[] {
  const training = files.filter(({ role }) => role === 'train');
  const [first] = training;
  return first?.inputColumns.filter((name) => training.every((file) => file.inputColumns.includes(name))) ?? [];
}
