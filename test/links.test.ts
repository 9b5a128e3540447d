import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** All Markdown files of the repository, except the chapters of the lessons, which have their own links. */
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'src', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('chapters'))
      .map((name) => join(folder, name)),
  ),
];

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a file, as GitHub makes them of its headings. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(path, 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*]/g, '')
      .trim()
      .toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    const repeated = [...anchors].filter((one) => one === anchor || one.startsWith(`${anchor}-`)).length;
    anchors.add(anchors.has(anchor) ? `${anchor}-${repeated}` : anchor);
  }
  return anchors;
}

/** Links within the repository that lead nowhere. */
function brokenLinks(path: string): string[] {
  const links = [...withoutCode(readFileSync(path, 'utf8')).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
  return links.flatMap(([, markdown, html]) => {
    const link = markdown ?? html ?? '';
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(target)) return [`${path}: ${link}`];
    const isMissing = anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    return isMissing ? [`${path}: ${link}`] : [];
  });
}

test('every link within the repository leads to a file and a heading that exist', () => {
  expect(FILES.length).toBeGreaterThan(40);
  expect(FILES.flatMap(brokenLinks)).toEqual([]);
});

test('the README leads to every guide', () => {
  const readme = readFileSync('README.md', 'utf8');
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'));
  expect(guides.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
});

/** Files that a text names in code, such as `src/app/keep/database.ts`. */
function missingFiles(path: string): string[] {
  const named = readFileSync(path, 'utf8').matchAll(/`((?:src|test|e2e|bench|scripts|public)\/[^`\s<>{}*…]+)`/g);
  return [...named].flatMap(([, file = '']) => (existsSync(file) ? [] : [`${path}: ${file}`]));
}

test('every file of the repository that a text names exists', () => {
  expect(FILES.flatMap(missingFiles)).toEqual([]);
});
