/** A name that `openCorpus` gives to what a packed or binary file, or a table, contains. */
const CONVERTED = /(?:(\.(?:csv|tsv|xlsx|ods|parquet|spacy|py))(?:\.csv)?\.(?:csv|jsonl)|(\.[^./]{1,10})\.py\.jsonl)$/i;

/** The name of a file for its reader: that of the file itself, where its contents have another one (`a.csv.jsonl`). */
export function shownName(name: string): string {
  return name.replace(CONVERTED, '$1$2');
}
