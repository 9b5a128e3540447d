/** Escapes text for one line of Markdown (CommonMark, with GitHub's tables and links), also within a table cell. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~&#$@:!]/g, '\\$&') // links, code, emphasis, tables, HTML, addresses
    .replace(/^([-+=])/, '\\$1') // lists, headings, the end of the front matter
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/\b(www)\./gi, '$1\\.');
}

/** A double-quoted string as in YAML 1.2 and JSON, so that it is never read as a number, a date, or `NO`. */
export function quotedYaml(text: string): string {
  // YAML allows fewer characters than JSON outside of escapes.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Values of the front matter. Undefined entries are omitted. */
export type Yaml = string | number | readonly Yaml[] | { readonly [key: string]: Yaml | undefined };

/** A YAML document in block style. Keys are not escaped. */
export function yamlLines(value: { readonly [key: string]: Yaml | undefined }, indent = ''): string[] {
  return Object.entries(value).flatMap(([key, entry]) => {
    if (entry === undefined) return [];
    if (typeof entry === 'string') return [`${indent}${key}: ${quotedYaml(entry)}`];
    if (typeof entry === 'number') return [`${indent}${key}: ${entry}`];
    if (!isList(entry)) return [`${indent}${key}:`, ...yamlLines(entry, `${indent}  `)];
    return [`${indent}${key}:`, ...entry.flatMap((item) => itemLines(item, `${indent}  `))];
  });
}

function itemLines(item: Yaml, indent: string): string[] {
  if (typeof item === 'string') return [`${indent}- ${quotedYaml(item)}`];
  if (typeof item === 'number' || isList(item)) return [`${indent}- ${JSON.stringify(item)}`];
  const [first, ...others] = yamlLines(item, `${indent}  `);
  return [`${indent}- ${first!.trimStart()}`, ...others];
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}
