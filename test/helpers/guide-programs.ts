import { readdirSync, readFileSync } from 'node:fs';

/** The README and the guides. */
export const GUIDES: readonly string[] = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A fenced block of a Markdown file. */
export interface Program {
  /** The line of the file on which it begins. */
  line: number;
  language: string;
  code: string;
}

/** The programs of a Markdown file, as printed. */
export function programsOf(path: string): Program[] {
  const text = readFileSync(path, 'utf8');
  return Array.from(text.matchAll(/^(`{3,})(.*)\n([^]*?)^\1$/gm), ({ index, 2: language = '', 3: code = '' }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    language,
    code,
  }));
}

/**
 * The program in a language that contains a text.
 *
 * @throws Error if there is none
 */
export function programOf(path: string, language: string, has: string): string {
  const found = programsOf(path).find((program) => program.language === language && program.code.includes(has));
  if (found === undefined) throw new Error(`${path} has no ${language} with ${has}`);
  return found.code;
}
