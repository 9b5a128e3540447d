/**
 * Sentences as CoNLL columns, each given as its columns (tokens; tokens and tags; tokens, gold and predicted), a blank
 * line after each. White space within a token would break the columns: it is written as a no-break space. An empty
 * sentence has no lines.
 */
export function formatConll(sentences: Iterable<readonly (readonly string[])[]>, separator: ' ' | '\t' = ' '): string {
  const output: string[] = [];
  for (const columns of sentences) {
    const length = columns[0]?.length ?? 0;
    for (let i = 0; i < length; i++) output.push(columns.map((column) => unbroken(column[i]!)).join(separator));
    if (length > 0) output.push('');
  }
  return output.map((line) => `${line}\n`).join('');
}

function unbroken(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '\u00a0');
}
