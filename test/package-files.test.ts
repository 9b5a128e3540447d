import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  homepage: string;
  bugs: { url: string };
  author: string;
  repository: { url: string };
  man: string;
  files: string[];
}

const packageIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
const { files, man, ...fields } = packageIn('.');

/** Whether a file is packed: npm always adds package.json, the README and the licence. */
const isPacked = (path: string) =>
  ['README.md', 'LICENSE', 'package.json'].includes(path) ||
  files.some(
    (pattern) =>
      path === pattern || path.startsWith(`${pattern}/`) || (pattern === 'docs/*.md' && /^docs\/[^/]+\.md$/.test(path)),
  );

test('links and pictures of the packed README and guides are of packed files', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const broken = pages.flatMap((page) => {
    const links = [
      ...readFileSync(page, 'utf8').matchAll(/(?:\]\(|\b(?:src|srcset|href)=")(?!https?:|#|mailto:)([^)"#\s]+)/g),
    ].map(([, link]) => link!);
    return links
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((path) => !existsSync(path) || !isPacked(path))
      .map((path) => `${page}: ${path}`);
  });
  expect(broken).toEqual([]);
  expect(isPacked(posix.normalize(man))).toBe(true);
});

test('the fields of the repository follow from one address, which one command sets', () => {
  const base = fields.repository.url.replace(/^git\+|\.git$/g, '');
  expect([fields.homepage, fields.bugs.url]).toEqual([`${base}#readme`, `${base}/issues`]);
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-owner-'));
  cpSync('package.json', join(folder, 'package.json'));
  cpSync('scripts/owner.mjs', join(folder, 'scripts/owner.mjs'));
  execFileSync(process.execPath, [join(folder, 'scripts/owner.mjs'), 'https://example.org/me/tagsmith', 'Me']);
  const { files: _, man: __, ...set } = packageIn(folder);
  expect(set).toMatchObject({
    author: 'Me',
    homepage: 'https://example.org/me/tagsmith#readme',
    repository: { url: 'git+https://example.org/me/tagsmith.git' },
  });
  rmSync(folder, { recursive: true });
});
