/** The width of a label in pixels, generously: fonts differ. */
export function textWidth(text: string): number {
  return [...text].reduce((width, letter) => width + widthOf(letter), 0);
}

function widthOf(letter: string): number {
  if (/[MWm@%]/u.test(letter)) return 10;
  if (/[ijl.,:;'|!()[\]-]/u.test(letter)) return 4.5;
  return letter !== letter.toLowerCase() || letter === '_' ? 8 : 6.7;
}
