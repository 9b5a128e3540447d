/**
 * Formats sentences as CoNLL columns, with a blank line after each sentence. White space within a token becomes a no-break
 * space where it would break the columns: between tabs, spaces stay. Empty sentences are skipped.
 *
 * @param sentences the columns of each sentence, such as [tokens, tags]; each column is [T]
 */
export function formatConll(sentences: Iterable<readonly (readonly string[])[]>, separator: ' ' | '\t' = ' '): string {
  const breaking = separator === ' ' ? /[ \t\r\n]+/g : /[\t\r\n]+/g;
  const output: string[] = [];
  for (const columns of sentences) {
    const length = columns[0]?.length ?? 0;
    for (let i = 0; i < length; i++)
      output.push(columns.map((column) => column[i]!.replace(breaking, '\u00a0')).join(separator));
    if (length > 0) output.push('');
  }
  return output.map((line) => `${line}\n`).join('');
}
