// Tables for a terminal.

/**
 * @param {string} title
 * @param {string[]} header
 * @param {(string | number | undefined)[][]} rows the first column to the left, the others to the right
 */
export function printTable(title, header, rows) {
  const cells = [header, ...rows.map((row) => row.map((cell) => (cell === undefined ? '–' : String(cell))))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = /** @param {string[]} row */ (row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const [first = [], ...others] = cells;
  console.log(`\n${title}\n${line(first)}\n${line(widths.map((width) => '-'.repeat(width)))}`);
  for (const row of others) console.log(line(row));
}

/** @param {number | undefined} value */
export function rounded(value, digits = 0) {
  return value === undefined || !Number.isFinite(value)
    ? undefined
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number | undefined} ours @param {number | undefined} theirs */
export function ratio(ours, theirs) {
  return ours === undefined || theirs === undefined ? undefined : `${(ours / theirs).toFixed(2)}×`;
}
