import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Terminal } from '../terminal.ts';
import { answer, openBrowser } from './studio.ts';

afterEach(() => vi.unstubAllEnvs());

let folder = '';
let server: Server;

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tagsmith-studio-'));
  folder = join(parent, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'index.html'), '<p>studio');
  for (const name of ['a-1.js', 'b-2.mjs']) await writeFile(join(folder, 'assets', name), 'code');
  server = createServer((asked, response) => void answer(folder, asked, response));
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
});

afterAll(async () => {
  server.close();
  await rm(join(folder, '..'), { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Used instead of `fetch`, which would resolve the dots in a path. */
function ask(path: string, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asking = request({ host: 'localhost', port, path, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asking.on('error', reject).end();
  });
}

test('the page is served isolated, whatever the address asks of it', async () => {
  for (const path of ['/', '/index.html', '/?device=simd']) {
    const { status, headers, text } = await ask(path);
    expect({ status, text }).toEqual({ status: 200, text: '<p>studio' });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'content-security-policy': expect.stringContaining("script-src 'self'") as string,
      'cache-control': 'no-cache',
    });
  }
});

test('files that are named by their contents are cached; HEAD has no contents', async () => {
  expect(await ask('/assets/a-1.js')).toMatchObject({
    text: 'code',
    headers: { 'cache-control': expect.stringContaining('immutable') as string },
  });
  const { headers, text } = await ask('/assets/a-1.js', 'HEAD');
  expect([headers['content-length'], text]).toEqual(['4', '']);
});

test('modules are JavaScript: a browser runs no others', async () => {
  for (const path of ['/assets/a-1.js', '/assets/b-2.mjs']) {
    expect((await ask(path)).headers['content-type']).toBe('text/javascript; charset=utf-8');
  }
});

test('a browser that cannot be opened is a note', async () => {
  vi.stubEnv('PATH', folder);
  const notes: string[] = [];
  openBrowser(new Terminal({ write: () => undefined }, { write: (text) => notes.push(text) }), 'http://localhost/');
  await vi.waitFor(() => expect(notes.join('')).toMatch(/^The browser cannot be opened: .*ENOENT.*\n$/));
});

test.each([
  ['/missing.js', 404],
  ['/assets/', 404],
  ['/../secret.txt', 404],
  ['/%2e%2e/secret.txt', 404],
  ['/..%2fsecret.txt', 404],
  ['/assets/..%2f..%2fsecret.txt', 404],
  ['/%', 404],
  ['/%00', 404],
  ['//', 404],
])('%s is not served: %i', async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});

test('nothing can be written', async () => {
  expect((await ask('/index.html', 'POST')).status).toBe(405);
});
