import type { Problem } from '../data/corpus.ts';
import { ProblemLog } from '../data/files/problem-log.ts';
import { lex } from '../data/text/tokenizer-lexer.ts';
import type { Suggestion } from './suggestions.ts';

/** Names with their types, keyed by first token. */
export type NameList = ReadonlyMap<string, readonly Name[]>;

interface Name {
  /** Tokens of the name. */
  words: readonly string[];
  type: string;
}

/** Reads a list of names: on each line a name, a tab and its type. Blank lines and lines that start with # are skipped. */
export function readNames(file: string, text: string): { names: NameList; count: number; problems: Problem[] } {
  const log = new ProblemLog(file);
  const names = new Map<string, Name[]>();
  let count = 0;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [name = '', type = ''] = line.split('\t').map((part) => part.trim());
    if (name === '' || type === '') {
      const message = 'Expected a name, a tab and a type, such as PER; the line was skipped.';
      log.add({ line: i + 1, severity: 'error', kind: 'names', message, excerpt: line });
      continue;
    }
    const words = lex(name, 0, name.length).map((token) => token.text);
    const first = words[0]!;
    // Longest first, since the longest match is suggested.
    names.set(
      first,
      [...(names.get(first) ?? []), { words, type }].toSorted((a, b) => b.words.length - a.words.length),
    );
    count++;
  }
  return { names, count, problems: log.sorted() };
}

/** The names of a list in a sentence, from left to right; the longest match wins. Case-sensitive. */
export function suggestNames(tokens: readonly string[], names: NameList): Suggestion[] {
  const found: Suggestion[] = [];
  for (let start = 0; start < tokens.length;) {
    const name = names.get(tokens[start]!)?.find(({ words }) => words.every((word, i) => tokens[start + i] === word));
    if (name === undefined) {
      start++;
      continue;
    }
    const end = start + name.words.length;
    found.push({ start, end, type: name.type, probability: undefined, alternatives: [], isDoubtful: false });
    start = end;
  }
  return found;
}
