import { createHash } from 'node:crypto';
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
      delete: async (url: string) => files.delete(url),
    };
  };
}

const checksum = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const TYPES: Record<string, string> = { js: 'text/javascript', html: 'text/html', zip: 'application/zip' };

/** @param files their contents */
function buildOf(version: string, files: Record<string, string>): Build {
  return {
    version,
    files: Object.entries(files).map(([path, text]) => ({ path, revision: checksum(text) })),
    entry: `assets/index-${version}.js`,
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
  };
}

/** A host with these files, and a browser with these caches. @param answer what the network gives in place of the file */
function studio(
  build: Build,
  host: Record<string, string>,
  caches = new MemoryCaches(),
  answer: (path: string, cache: string | undefined) => Response | undefined = () => undefined,
) {
  const requested: string[] = [];
  const fetchFile = async (of: string | Request, init?: RequestInit) => {
    const path = (typeof of === 'string' ? of : of.url).slice(SCOPE.length) || PAGE;
    requested.push(path);
    const text = host[path];
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': TYPES[path.split('.').at(-1)!]! };
    return answer(path, init?.cache) ?? (text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers })); // prettier-ignore
  };
  const versions = new StoredVersions(
    build,
    SCOPE,
    caches as unknown as CacheStorage,
    fetchFile as unknown as typeof fetch,
  );
  return { versions, requested, caches };
}

const textOf = async (versions: StoredVersions, path: string) => (await versions.find(path))?.text();

const FIRST = { [PAGE]: '<script src="assets/index-1.js"></html>', 'assets/index-1.js': 'one', 'words.zip': 'words' };
const SECOND = { [PAGE]: '<script src="assets/index-2.js"></html>', 'assets/index-2.js': 'two', 'words.zip': 'words' };
const first = buildOf('1', FIRST);
const second = buildOf('2', SECOND);

describe('the stored versions', () => {
  test('have all files, with the headers of the studio and without transfer headers', async () => {
    const { versions, requested } = studio(first, FIRST);
    expect(await versions.find(PAGE)).toBeUndefined();
    await versions.store();
    expect(requested.at(-1)).toBe(PAGE); // after all files that it needs
    const script = await versions.find('assets/index-1.js');
    expect(await script?.text()).toBe('one');
    expect(script?.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(script?.headers.get('Content-Type')).toBe('text/javascript');
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
    await expect(mixed.versions.store()).rejects.toThrow(`${SCOPE}: is not the page of this version`);
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
      const page = { [PAGE]: `assets/index-${version}.js</html>` };
      const { versions } = studio(buildOf(version, page), page, caches);
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

/** What a network may give in place of a file. */
const WRONG: Record<string, () => Response> = {
  'a login page': () => new Response('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } }),
  'another file': () => new Response('two', { headers: { 'Content-Type': 'text/javascript' } }),
  'a part of the file': () => new Response('on', { headers: { 'Content-Type': 'text/javascript' } }),
  'the file with another type': () => new Response('one', { headers: { 'Content-Type': 'text/plain' } }),
  'a failure': () => new Response('one', { status: 503, headers: { 'Content-Type': 'text/javascript' } }),
  nothing: () => new Response('', { headers: { 'Content-Type': 'text/javascript' } }),
};
const SCRIPT = 'assets/index-1.js';

describe.each(Object.entries(WRONG))('%s in place of a script', (_, wrong) => {
  test('is not stored', async () => {
    const { versions } = studio(first, FIRST, new MemoryCaches(), (path) => (path === SCRIPT ? wrong() : undefined));
    await expect(versions.store()).rejects.toThrow(SCRIPT);
    expect(await versions.find(SCRIPT)).toBeUndefined();
    expect(await versions.find(PAGE)).toBeUndefined();
  });

  test('is requested again without the cache of the browser', async () => {
    const cached = (path: string, cache: string | undefined) =>
      path === SCRIPT && cache !== 'reload' ? wrong() : undefined;
    const { versions } = studio(first, FIRST, new MemoryCaches(), cached);
    expect(await (await versions.load(SCRIPT, new Request(SCOPE + SCRIPT))).text()).toBe('one');
    await versions.store();
    expect(await textOf(versions, SCRIPT)).toBe('one');
  });

  test('that is already stored is deleted, and replaced', async () => {
    const { versions, caches } = studio(first, FIRST);
    await versions.store();
    const later = studio(first, FIRST, caches);
    const damaged = wrong();
    damaged.headers.set('Tagsmith-Revision', checksum('one'));
    await (await caches.open(`tagsmith ${SCOPE} 1`)).put(SCOPE + SCRIPT, damaged);
    expect(await later.versions.find(SCRIPT)).toBeUndefined();
    expect(await textOf(later.versions, 'words.zip')).toBe('words');
    await later.versions.store();
    expect(later.requested).toEqual([SCRIPT]);
    expect(await textOf(later.versions, SCRIPT)).toBe('one');
  });
});
