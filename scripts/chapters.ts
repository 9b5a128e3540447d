import { Marked, type Token, type Tokens } from 'marked';
import { readFileSync } from 'node:fs';
import temml from 'temml';
import type { Plugin } from 'vite';
import type { Chapter, ChapterFront, Section, TaskReference, TextElement, TextNode } from '../src/lessons/chapter.ts';

const CHAPTER_FILE = /\/src\/lessons\/chapters\/[^/]+\/\w+\.md(\?front)?$/;

/**
 * Chapters as modules: `import chapter from './en.md'`, or only what its head says with `./en.md?front`. Markdown and formulas are compiled
 * here, so that the page contains no parser.
 */
export function chapters(): Plugin {
  return {
    name: 'chapters',
    enforce: 'pre',
    load(id) {
      const [, isFront] = CHAPTER_FILE.exec(id) ?? [undefined, undefined];
      if (!CHAPTER_FILE.test(id)) return undefined;
      const file = id.replace(/\?.*$/, '');
      this.addWatchFile(file);
      const text = readFileSync(file, 'utf8');
      return `export default ${JSON.stringify(isFront === undefined ? compileChapter(text) : readFront(text).front)};`;
    },
  };
}

const LISTS = ['objectives', 'sources', 'teaching'] as const;

/** Splits a chapter into its head and its Markdown. Lists of the head have an item per line: `- Say what a tag is.` */
export function readFront(text: string): { front: ChapterFront; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined)
    throw new Error('A chapter begins with a head between two lines of ---.');
  const single = new Map<string, string>();
  const lists: Record<(typeof LISTS)[number], string[]> = { objectives: [], sources: [], teaching: [] };
  let list: string[] | undefined;
  for (const line of head.split('\n')) {
    const [, name = '', value = ''] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    const item = /^\s*- (.+)$/.exec(line)?.[1];
    if (item !== undefined && list !== undefined) list.push(item);
    else if (name in lists) list = lists[name as keyof typeof lists];
    else if (name === 'title' || name === 'minutes') single.set(name, value);
    else throw new Error(`The head of a chapter has title, minutes, ${LISTS.join(', ')}; not “${line}”.`);
  }
  const title = single.get('title') ?? '';
  const minutes = Number(single.get('minutes'));
  if (title === '' || !(minutes > 0)) throw new Error('A chapter needs a title and its minutes.');
  return { front: { title, minutes, ...lists }, body };
}

/** `$x_1$` within a line. */
const MATH = {
  name: 'math',
  level: 'inline',
  start: (text: string) => text.indexOf('$'),
  tokenizer(text: string) {
    const [raw, formula] = /^\$\$?([^$]+)\$\$?/.exec(text) ?? [];
    return raw === undefined ? undefined : { type: 'math', raw, text: formula, isBlock: raw.startsWith('$$') };
  },
} as const;

const parser = new Marked({ extensions: [MATH] });

/** Compiles the Markdown of a chapter. A fenced block ```` ```figure viterbi ```` or ```` ```task viterbi 2 ```` names a figure or a task and its level. */
export function compileChapter(text: string): Chapter {
  const { front, body } = readFront(text);
  const sections: Section[] = [];
  let section: { title: string; text: TextNode[]; figures: string[]; tasks: TaskReference[] } | undefined;
  for (const token of parser.lexer(body)) {
    if (token.type === 'space') continue;
    if (token.type === 'heading' && token['depth'] === 2) {
      section = { title: (token as Tokens.Heading).text, text: [], figures: [], tasks: [] };
      sections.push(section);
      continue;
    }
    if (section === undefined) throw new Error(`“${token.raw.slice(0, 40)}” comes before the first heading (##).`);
    const [kind, name, level] = token.type === 'code' ? ((token as Tokens.Code).lang ?? '').split(' ') : [];
    if (kind === 'figure' && name !== undefined) section.figures.push(name);
    else if (kind === 'task' && name !== undefined) section.tasks.push({ name, level: Number(level ?? 1) });
    else section.text.push(...nodesOf(token));
  }
  return { ...front, sections };
}

const element = (tag: string, children: readonly TextNode[], attributes?: Record<string, string>): TextElement => ({
  tag,
  ...(attributes && { attributes }),
  children,
});

const all = (tokens: readonly Token[] | undefined): TextNode[] => (tokens ?? []).flatMap(nodesOf);

const TAGS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  list_item: 'li',
  blockquote: 'blockquote',
};

function nodesOf(token: Token): TextNode[] {
  const tag = TAGS[token.type];
  const { tokens } = token as { tokens?: Token[] };
  if (tag === 'p' && tokens?.length === 1 && (tokens[0] as { isBlock?: boolean }).isBlock === true) return all(tokens);
  if (tag !== undefined) return [element(tag, all(tokens))];
  switch (token.type) {
    case 'space':
      return [];
    case 'escape':
      return [(token as Tokens.Escape).text];
    case 'text':
      return tokens === undefined ? [unescaped((token as Tokens.Text).text)] : all(tokens);
    case 'codespan':
      return [element('code', [unescaped((token as Tokens.Codespan).text)])];
    case 'code':
      return [element('pre', [element('code', [(token as Tokens.Code).text])])];
    case 'link':
      return [element('a', all(tokens), { href: (token as Tokens.Link).href, target: '_blank', rel: 'noreferrer' })];
    case 'heading':
      return [element('h4', all(tokens))];
    case 'list':
      return [element((token as Tokens.List).ordered ? 'ol' : 'ul', (token as Tokens.List).items.flatMap(nodesOf))];
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'math':
      return [
        mathOf(
          temml.__renderToMathMLTree((token as unknown as { text: string }).text, {
            displayMode: (token as unknown as { isBlock: boolean }).isBlock,
            throwOnError: true,
          }),
        ),
      ];
    default:
      throw new Error(`Chapters have no “${token.type}”: ${token.raw.slice(0, 40)}`);
  }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function tableOf({ header, rows }: Tokens.Table): TextElement {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    element(
      'tr',
      cells.map(({ tokens }) => element(tag, all(tokens), tag === 'th' ? { scope: 'col' } : undefined)),
    );
  return element('table', [
    element('thead', [row(header, 'th')]),
    element(
      'tbody',
      rows.map((cells) => row(cells, 'td')),
    ),
  ]);
}

interface MathTree {
  type?: string;
  text?: string;
  attributes?: Record<string, string>;
  children?: MathTree[];
}

/** A formula as MathML. */
function mathOf({ type, text, attributes = {}, children = [] }: MathTree): TextNode {
  if (text !== undefined) return text;
  const prime = children[1];
  // A prime is raised in every font; as a superscript, it would be raised twice.
  if (type === 'msup' && prime?.type === 'mo' && prime.children?.[0]?.text === '′') {
    return element('mrow', children.map(mathOf));
  }
  const { display, stretchy, mathvariant, accent, width } = attributes;
  const kept = Object.entries({ display, stretchy, mathvariant, accent, width }).filter(
    ([, value]) => value !== undefined,
  );
  return element(
    type ?? 'mrow',
    children.map(mathOf),
    kept.length === 0 ? undefined : (Object.fromEntries(kept) as Record<string, string>),
  );
}
