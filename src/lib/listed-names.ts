/** The names of a list, one a line. Empty lines, spaces around names and repetitions do not count. */
export function listedNames(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return [...new Set(lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')).filter((line) => line !== ''))];
}
