/**
 * Formats sentences as CoNLL columns, with a blank line after each sentence. White space within a token becomes a no-break
 * space, as it would break the columns. Empty sentences are skipped.
 *
 * @param sentences the columns of each sentence, such as [tokens, tags]; each column is [T]
 */
export function formatConll(sentences: Iterable<readonly (readonly string[])[]>, separator: ' ' | '\t' = ' '): string {
  const output: string[] = [];
  for (const columns of sentences) {
    const length = columns[0]?.length ?? 0;
    for (let i = 0; i < length; i++) output.push(columns.map((column) => withoutSpaces(column[i]!)).join(separator));
    if (length > 0) output.push('');
  }
  return output.map((line) => `${line}\n`).join('');
}

function withoutSpaces(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '\u00a0');
}
