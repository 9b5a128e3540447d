import { describe, expect, test } from 'vitest';
import { PAGE, type Build } from './build.ts';
import { StoredVersions } from './stored-versions.ts';

const SCOPE = 'https://host.test/studio/';

/** An in-memory fake of the used part of the Cache API. */
class MemoryCaches {
  readonly contents = new Map<string, Map<string, Response>>();

  keys = async () => [...this.contents.keys()];
  delete = async (name: string) => this.contents.delete(name);
  open = async (name: string) => {
    const files = this.contents.get(name) ?? new Map<string, Response>();
    this.contents.set(name, files);
    return {
      match: async (url: string) => files.get(url)?.clone(),
      put: async (url: string, response: Response) => void files.set(url, response),
    };
  };
}

function buildOf(version: string, files: Record<string, string>): Build {
  return {
    version,
    files: Object.entries(files).map(([path, revision]) => ({ path, revision })),
    entry: `assets/index-${version}.js`,
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
  };
}

/** A host with these files, and a browser with these caches. */
function studio(build: Build, host: Record<string, string>, caches = new MemoryCaches()) {
  const requested: string[] = [];
  const fetchFile = async (url: unknown) => {
    const path = String(url).slice(SCOPE.length) || PAGE;
    requested.push(path);
    const text = host[path];
    return text === undefined
      ? new Response('', { status: 404 })
      : new Response(text, { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' } });
  };
  const versions = new StoredVersions(build, SCOPE, caches as unknown as CacheStorage, fetchFile as typeof fetch);
  return { versions, requested, caches };
}

const textOf = async (versions: StoredVersions, path: string) => (await versions.find(path))?.text();

const FIRST = { [PAGE]: '<script src="assets/index-1.js">', 'assets/index-1.js': 'one', 'words.zip': 'words' };
const SECOND = { [PAGE]: '<script src="assets/index-2.js">', 'assets/index-2.js': 'two', 'words.zip': 'words' };
const first = buildOf('1', { [PAGE]: 'p1', 'assets/index-1.js': 'a', 'words.zip': 'w' });
const second = buildOf('2', { [PAGE]: 'p2', 'assets/index-2.js': 'b', 'words.zip': 'w' });

describe('the stored versions', () => {
  test('have all files, with the headers of the studio and without transfer headers', async () => {
    const { versions, requested } = studio(first, FIRST);
    expect(await versions.find(PAGE)).toBeUndefined();
    await versions.store();
    expect(requested.at(-1)).toBe(PAGE); // after all files that it needs
    const script = await versions.find('assets/index-1.js');
    expect(await script?.text()).toBe('one');
    expect(script?.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(script?.headers.get('Content-Type')).toBe('text/plain');
    expect(script?.headers.has('Content-Encoding')).toBe(false);
  });

  test('do not load a file twice', async () => {
    const { versions, requested } = studio(first, FIRST);
    await versions.store();
    await versions.store();
    expect(requested).toHaveLength(3);
  });

  test('the next version loads changed files, and serves those of the previous one, except for the page', async () => {
    const { versions: before, caches } = studio(first, FIRST);
    await before.store();
    const { versions, requested } = studio(second, SECOND, caches);
    expect(await versions.find(PAGE)).toBeUndefined();
    await versions.store();
    expect(requested).toEqual(['assets/index-2.js', PAGE]);
    expect(await textOf(versions, PAGE)).toBe(SECOND[PAGE]);
    expect(await textOf(versions, 'assets/index-1.js')).toBe('one');
    expect(await textOf(before, PAGE)).toBe(FIRST[PAGE]);
  });

  test('fail if the page belongs to another version, or a file is missing', async () => {
    const mixed = studio(second, { ...SECOND, [PAGE]: FIRST[PAGE]! });
    await expect(mixed.versions.store()).rejects.toThrow(`${SCOPE} is not the page of this version`);
    expect(await mixed.versions.find(PAGE)).toBeUndefined();
    const incomplete = studio(first, { [PAGE]: FIRST[PAGE]! });
    await expect(incomplete.versions.store()).rejects.toThrow('404');
    expect(await incomplete.versions.find(PAGE)).toBeUndefined();
  });

  test('old versions are discarded, except for the previous one, and other caches are kept', async () => {
    const caches = new MemoryCaches();
    await caches.open('tagsmith https://host.test/other/ 1');
    await caches.open('something else');
    for (const version of ['1', '2', '3']) {
      const page = { [PAGE]: `assets/index-${version}.js` };
      const { versions } = studio(buildOf(version, { [PAGE]: version }), page, caches);
      await versions.store();
      await versions.discardOld();
    }
    expect(await caches.keys()).toEqual([
      'tagsmith https://host.test/other/ 1',
      'something else',
      `tagsmith ${SCOPE} 2`,
      `tagsmith ${SCOPE} 3`,
    ]);
  });

  test('recognise their files, and those of other versions by their folder', () => {
    const { versions } = studio(first, FIRST);
    expect(
      ['index.html', 'words.zip', 'assets/other.js', 'other.html', 'sw.js'].map((path) => versions.has(path)),
    ).toEqual([true, true, true, false, false]);
  });

  test('a redirect is returned unchanged', () => {
    const { versions } = studio(first, FIRST);
    const redirection = Response.error();
    expect(versions.withHeaders(redirection)).toBe(redirection);
  });
});
