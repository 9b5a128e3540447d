import { decodeText } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { StudioError } from '../../lib/errors.ts';
import { listedNames } from '../../lib/listed-names.ts';

/** The names of a text file, one a line, in its encoding (`decodeText`). @throws StudioError BadInput if it has none, or is no text */
export function readNames(file: string, bytes: Uint8Array): string[] {
  const names = listedNames(decodeText(file, bytes, new ProblemLog(file)));
  if (names.length === 0) throw new StudioError('BadInput', `${file} has no names. Expected one a line.`);
  return names;
}
