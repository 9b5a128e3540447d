/** What `openCorpus` adds to the name of a packed or binary file, or of a table, for what it contains. */
const CONVERTED = /(?:\.read-as\.(?:csv|jsonl))+$/i;

/** The name of a file for what it contains, read as lines of another format: `a.csv.read-as.jsonl`. */
export function convertedName(name: string, extension: 'csv' | 'jsonl'): string {
  return `${name}.read-as.${extension}`;
}

/** The name of a file for its reader: that of the file itself, where its contents have another one. */
export function shownName(name: string): string {
  return name.replace(CONVERTED, '');
}
