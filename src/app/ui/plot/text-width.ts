/** The width of a label in pixels, generously: fonts differ. */
export function textWidth(text: string): number {
  return [...text].reduce((width, letter) => width + widthOf(letter), 0);
}

function widthOf(letter: string): number {
  if (/[MWm@%]/u.test(letter)) return 10;
  if (/[ijl.,:;'|!()[\]-]/u.test(letter)) return 4.5;
  return letter !== letter.toLowerCase() || letter === '_' ? 8 : 6.7;
}

/** A text that fits in so many pixels. @param kept letters that remain at the end of one that is too long */
export function shortened(text: string, room: number, kept = 0): string {
  if (textWidth(text) <= room) return text;
  const letters = [...text];
  const end = letters.splice(letters.length - kept).join('');
  while (letters.length > 1 && textWidth(`${letters.join('')}…${end}`) > room) letters.pop();
  return `${letters.join('')}…${end}`;
}
