/** A name that none of `taken` has: `train.tsv` becomes `train (2).tsv`. */
export function distinctName(name: string, taken: Iterable<string>): string {
  const others = new Set(taken);
  for (let n = 1; ; n++) {
    const free = numbered(name, n);
    if (!others.has(free)) return free;
  }
}

/** Distinct names for files that are added together. Files that differ only in their extension belong together and get one number. */
export function distinctFileNames(names: readonly string[], taken: Iterable<string>): string[] {
  const others = new Set(taken);
  const given: string[] = [];
  for (const name of names) {
    const related = names.filter((other) => stemOf(other) === stemOf(name));
    let n = 1;
    while (related.some((other) => others.has(numbered(other, n)))) n++;
    while (others.has(numbered(name, n)) || given.includes(numbered(name, n))) n++;
    given.push(numbered(name, n));
  }
  return given;
}

/** The name of a file without its extensions. */
export function stemOf(name: string): string {
  return partsOf(name).stem;
}

function numbered(name: string, n: number): string {
  const { stem, extensions } = partsOf(name);
  return n === 1 ? name : `${stem} (${n})${extensions}`;
}

function partsOf(name: string): { stem: string; extensions: string } {
  const [, stem = name, extensions = ''] = /^(.+?)((?:\.[^.\s]*)*)$/su.exec(name) ?? [];
  return { stem, extensions };
}
