import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { crcOfFile } from '../../files/crc-of-file.ts';
import { keptFiles } from '../../files/kept-files.ts';

const settingsOf = ({ reading }: CorpusFile): string =>
  JSON.stringify(Object.entries(reading.settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Identifies a file as it is read: other readings have other labels. */
export const readingOf = (file: CorpusFile): string => `${file.id} ${settingsOf(file)}`;

/** Identifies what is in a file and how it is read, also in other sessions. */
export async function contentsOf(file: CorpusFile): Promise<string> {
  const own = keptFiles.named(file.name);
  const sources = own === undefined ? keptFiles.present(new Set([file.name]), undefined) : [own];
  const checksums = await Promise.all(sources.map(crcOfFile));
  return JSON.stringify([file.name, file.size, ...checksums.toSorted((a, b) => a - b), settingsOf(file)]);
}
