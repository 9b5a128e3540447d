/** One line of comma-separated values (RFC 4180), without its end; what needs quotes has them. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => csvCell(String(cell))).join(',');
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
