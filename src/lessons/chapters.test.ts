import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compileChapter, readFront } from '../../scripts/chapters.ts';
import { programOf } from '../../test/helpers/guide-programs.ts';
import type { TextNode } from './chapter.ts';
import { isFigureName, FIGURE_NAMES } from './figures/names.ts';
import { LANGUAGES } from './languages.ts';
import { isTaskName, TASKS, type TaskName } from './tasks/registry.ts';

const FOLDER = join(import.meta.dirname, 'chapters');
const names = readdirSync(FOLDER).toSorted((a, b) => a.localeCompare(b));
const read = (name: string, language: string) => readFileSync(join(FOLDER, name, `${language}.md`), 'utf8');
const compiled = (name: string, language: string) => compileChapter(read(name, language));

const formulas = (nodes: readonly TextNode[]): number =>
  nodes.reduce<number>(
    (sum, node) => (typeof node === 'string' ? sum : sum + (node.tag === 'math' ? 1 : formulas(node.children))),
    0,
  );

/** What must be the same in every language. */
function outline(name: string, language: string) {
  const { minutes, objectives, sources, teaching, sections } = compiled(name, language);
  return {
    minutes,
    counts: [objectives.length, sources.length, teaching.length],
    sections: sections.map(({ figures, tasks, text }) => ({ figures, tasks, formulas: formulas(text) })),
  };
}

test('the chapter that the guide shows is one', () => {
  const shown = programOf('docs/lessons.md', 'markdown', 'title: The best path');
  const [section] = compileChapter(shown).sections;
  expect(section).toMatchObject({ figures: ['viterbi'], tasks: [expect.anything()] });
});

describe.each(names)('%s', (name) => {
  test('is there in every language, with the same figures, tasks and formulas', () => {
    expect(readdirSync(join(FOLDER, name)).toSorted((a, b) => a.localeCompare(b))).toEqual(
      LANGUAGES.map((language) => `${language}.md`).toSorted((a, b) => a.localeCompare(b)),
    );
    for (const language of LANGUAGES) expect(outline(name, language)).toEqual(outline(name, 'en'));
  });

  test('has objectives, sources and notes, and names figures and tasks that exist', () => {
    const { objectives, sources, teaching, sections } = compiled(name, 'en');
    for (const list of [objectives, sources, teaching]) expect(list.length).toBeGreaterThan(1);
    const tasks = sections.flatMap((section) => section.tasks);
    expect(sections.flatMap(({ figures }) => figures).filter((figure) => !isFigureName(figure))).toEqual([]);
    expect(tasks.filter((task) => !isTaskName(task.name) || !(task.level <= TASKS[task.name].levels))).toEqual([]);
    expect(new Set(tasks.map((task) => task.name)).size).toBe(tasks.length); // a link leads to one place
  });

  test('is short: at most 700 words in English, and far under 60 kB compressed', () => {
    expect(readFront(read(name, 'en')).body.split(/\s+/).length).toBeLessThan(700);
    for (const language of LANGUAGES)
      expect(gzipSync(JSON.stringify(compiled(name, language))).length).toBeLessThan(6000);
  });
});

test('every figure and every task is in a chapter', () => {
  const sections = names.flatMap((name) => compiled(name, 'en').sections);
  expect(new Set(sections.flatMap(({ figures }) => figures))).toEqual(new Set(FIGURE_NAMES));
  const used = new Set(sections.flatMap(({ tasks }) => tasks.map(({ name }) => name)));
  expect(used).toEqual(new Set(Object.keys(TASKS) as TaskName[]));
});

describe('compilation', () => {
  const HEAD = '---\ntitle: A\nminutes: 5\nobjectives:\n  - one\nsources:\n  - two\nteaching:\n  - three\n---\n';

  test('Markdown becomes elements, formulas MathML, fenced names figures and tasks', () => {
    const { sections, ...front } = compileChapter(
      `${HEAD}\n## B\n\nx *y* \`a<b\` $x_1$\n\n\`\`\`figure tags\n\`\`\`\n\n\`\`\`task viterbi 2\n\`\`\`\n`,
    );
    expect(front).toEqual({ title: 'A', minutes: 5, objectives: ['one'], sources: ['two'], teaching: ['three'] });
    expect(sections).toMatchObject([
      {
        title: 'B',
        text: [
          {
            tag: 'p',
            children: [
              'x ',
              { tag: 'em', children: ['y'] },
              ' ',
              { tag: 'code', children: ['a<b'] },
              ' ',
              { tag: 'math' },
            ],
          },
        ],
        figures: ['tags'],
        tasks: [{ name: 'viterbi', level: 2 }],
      },
    ]);
  });

  test.each([
    ['no head', 'A chapter begins with a head'],
    [HEAD.replace('minutes: 5', 'minutes: soon'), 'needs a title and its minutes'],
    [HEAD.replace('title', 'titel'), 'not “titel: A”'],
    [`${HEAD}Text`, 'comes before the first heading'],
    [`${HEAD}## A\n\n<b>x</b>`, 'Chapters have no “html”'],
  ])('%j is refused', (text, message) => {
    expect(() => compileChapter(text)).toThrow(message);
  });
});
