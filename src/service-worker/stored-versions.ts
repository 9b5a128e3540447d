import { PAGE, type Build, type BuiltFile } from './build.ts';
import { problemOf, revisionOf } from './intact.ts';

/** Header with the revision of a stored file, which the next version compares. */
const REVISION = 'Tagsmith-Revision';

/** Headers that describe the body as transferred. They are not stored. */
const OF_TRANSFER = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'];

/** The versions of the studio in the browser's cache: one cache each, oldest first. */
export class StoredVersions {
  readonly #build: Build;
  /** The folder of the studio, ending in a slash. */
  readonly #scope: string;
  readonly #caches: CacheStorage;
  readonly #fetch: typeof fetch;
  /** Stored files whose contents were checked since this worker started: cache and URL. */
  readonly #checked = new Set<string>();

  constructor(build: Build, scope: string, storage: CacheStorage, fetchFile: typeof fetch) {
    this.#build = build;
    this.#scope = scope;
    this.#caches = storage;
    this.#fetch = fetchFile;
  }

  /**
   * Stores all files of this version. Files that are already stored, here or in another version, are not loaded again, unless they are
   * damaged. The page is stored last, so that it is served from the cache only when all files that it needs are there.
   *
   * @throws if a file cannot be loaded, or is not that of this version: nothing of it is stored
   */
  async store(): Promise<void> {
    const { files } = this.#build;
    await Promise.all(files.filter(({ path }) => path !== PAGE).map((file) => this.#storeFile(file)));
    await Promise.all(files.filter(({ path }) => path === PAGE).map((file) => this.#storeFile(file)));
  }

  /** A stored file of this version, or else of a previous version whose pages may still be open. Damaged ones are deleted. */
  async find(path: string): Promise<Response | undefined> {
    for (const name of await this.#names()) {
      // The page itself is served only from this version.
      if (path === PAGE && name !== this.#name) continue;
      const found = await this.#match(name, path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Loads a file that is not stored. A response that is not the file, from a bad deployment or a login page of a network, may be in the
   * browser's cache, so it is requested once more without that cache.
   */
  async load(path: string, request: Request): Promise<Response> {
    const response = await this.#fetch(request);
    const file = this.#build.files.find((one) => one.path === path);
    if (file === undefined || response.type === 'opaqueredirect') return response;
    const isRight = async (one: Response) =>
      (await problemOf(one, { ...file, entry: this.#build.entry })) === undefined;
    if (await isRight(response)) return response;
    const again = await this.#fetch(this.#scope + path, { cache: 'reload', credentials: 'same-origin' }).catch(
      () => undefined,
    );
    return again !== undefined && (await isRight(again)) ? again : response;
  }

  /** Whether a path may be a file of the studio: of this version, or (only under `assets/`) of another one. */
  has(path: string): boolean {
    return path.startsWith('assets/') || this.#build.files.some((file) => file.path === path);
  }

  /** The response with the headers of the studio. */
  withHeaders(response: Response, revision?: string): Response {
    if (response.type === 'opaqueredirect' || response.status === 0) return response;
    const headers = new Headers(response.headers);
    for (const name of OF_TRANSFER) headers.delete(name);
    for (const [name, value] of Object.entries(this.#build.headers)) headers.set(name, value);
    if (revision !== undefined) headers.set(REVISION, revision);
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
  }

  /** Removes all versions except this one and the previous one, whose pages may still be open. */
  async discardOld(): Promise<void> {
    const [, , ...old] = await this.#names();
    await Promise.all(old.map((name) => this.#caches.delete(name)));
  }

  get #name(): string {
    return this.#prefix + this.#build.version;
  }

  /** Caches belong to the origin, which several studios may share. */
  get #prefix(): string {
    return `tagsmith ${this.#scope} `;
  }

  /** Cache names: this version, then the others, newest first. */
  async #names(): Promise<string[]> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(this.#prefix));
    return [this.#name, ...names.filter((name) => name !== this.#name).reverse()];
  }

  async #storeFile({ path, revision }: BuiltFile): Promise<void> {
    const url = this.#scope + path;
    const cache = await this.#caches.open(this.#name);
    const isSame = (response: Response | undefined) => response?.headers.get(REVISION) === revision;
    if (isSame(await this.#match(this.#name, path))) return;
    for (const name of await this.#names()) {
      const earlier = await this.#match(name, path);
      // The contents are unchanged, but the headers may differ.
      if (earlier !== undefined && isSame(earlier)) return cache.put(url, this.withHeaders(earlier, revision));
    }
    const response = await this.#request({ path, revision });
    return cache.put(url, this.withHeaders(response, revision));
  }

  /** Requests a file, and once more without the browser's cache. @throws if it is not that of this version */
  async #request(file: BuiltFile): Promise<Response> {
    // Hosts may redirect a URL with the file name.
    const address = file.path === PAGE ? this.#scope : this.#scope + file.path;
    let problem: string | undefined;
    for (const cache of ['no-cache', 'reload'] as const) {
      const response = await this.#fetch(address, { cache, credentials: 'same-origin' });
      problem = await problemOf(response, { ...file, entry: this.#build.entry });
      if (problem === undefined) return response;
    }
    throw new Error(`${address}: ${problem}`);
  }

  /** A file in a cache. One whose contents are not those that were stored is deleted. */
  async #match(name: string, path: string): Promise<Response | undefined> {
    const url = this.#scope + path;
    const cache = await this.#caches.open(name);
    const found = await cache.match(url, { ignoreVary: true });
    const key = `${name} ${url}`;
    if (found === undefined || this.#checked.has(key)) return found;
    if (await this.#isIntact(found, name, path)) {
      this.#checked.add(key);
      return found;
    }
    await cache.delete(url, { ignoreVary: true });
    return undefined;
  }

  async #isIntact(stored: Response, name: string, path: string): Promise<boolean> {
    const revision = stored.headers.get(REVISION) ?? '';
    if (path === PAGE) return name !== this.#name || !(await problemOf(stored, { path, revision, entry: this.#build.entry })); // prettier-ignore
    if (name === this.#name) return !(await problemOf(stored, { path, revision, entry: '' }));
    return (await revisionOf(await stored.clone().arrayBuffer())) === revision;
  }
}
