import { textOfBlocks } from '../../../documents/document.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import { noticeAdded } from '../../stores/notices.ts';
import { textTyped, useSentenceStore } from '../../stores/sentence.ts';
import { attempt } from '../../trainer/bridge.ts';
import { readDocument } from '../../trainer/documents.ts';

/** Characters of a document that the box takes: they are tagged again with each change, within 100 ms. */
export const MOST_CHARACTERS = 10_000;

/** Puts the text of the first file into the sentence box, as far as it fits, and says what does not. */
export async function tryFiles(files: readonly File[]): Promise<void> {
  const [file, ...others] = files;
  if (file === undefined) return;
  const read = await attempt(`read ${file.name}`, readDocument({ file }));
  if (read === undefined) return;
  const whole = textOfBlocks(read.value.blocks.filter(({ isHidden }) => isHidden !== true));
  const text = beginning(whole);
  const { notes, encoding } = read.value;
  const where = `Open ${file.name} in the tab Documents to choose another encoding.`;
  const all = encoding === undefined || notes.length === 0 ? notes : [...notes, where];
  const remarks = remarksOn(file.name, whole.length, text.length, others.length, all);
  if (text !== '') textTyped(text);
  if (remarks.length === 0) return;
  const title = text === '' ? `${file.name} has no text` : `${file.name} is in the sentence box`;
  noticeAdded({
    kind: text === '' ? 'error' : 'note',
    topic: 'text of a file',
    title,
    message: remarks.join(' '),
    holds: () => useSentenceStore.getState().text === text || text === '',
  });
}

/** As many whole words as fit. */
export function beginning(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text.trim();
  const words = text.slice(0, MOST_CHARACTERS + 1).replace(/\s\S*$/, '');
  return words.slice(0, MOST_CHARACTERS).trim();
}

function remarksOn(name: string, of: number, taken: number, others: number, notes: readonly string[]): string[] {
  const isCut = of > MOST_CHARACTERS;
  return [
    ...(isCut ? [`The box has its first ${formatCount(taken)} of ${formatCounted(of, 'character')}.`] : []),
    ...(isCut ? [`Open ${name} in the tab Documents to tag all of it.`] : []),
    ...(others > 0 ? ['Only the first of the files was opened.'] : []),
    ...notes,
  ];
}
