import { PAGE, type Build, type BuiltFile } from './build.ts';

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

  constructor(build: Build, scope: string, storage: CacheStorage, fetchFile: typeof fetch) {
    this.#build = build;
    this.#scope = scope;
    this.#caches = storage;
    this.#fetch = fetchFile;
  }

  /**
   * Stores all files of this version. Files that are already stored, here or in another version, are not loaded again. The page is stored
   * last, so that it is served from the cache only when all files that it needs are there.
   *
   * @throws if a file cannot be loaded, or if the page belongs to another version
   */
  async store(): Promise<void> {
    const { files } = this.#build;
    await Promise.all(files.filter(({ path }) => path !== PAGE).map((file) => this.#storeFile(file)));
    await Promise.all(files.filter(({ path }) => path === PAGE).map((file) => this.#storeFile(file)));
  }

  /** A stored file of this version, or else of a previous version whose pages may still be open. */
  async find(path: string): Promise<Response | undefined> {
    for (const name of await this.#names()) {
      // The page itself is served only from this version.
      if (path === PAGE && name !== this.#name) continue;
      const found = await (await this.#caches.open(name)).match(this.#scope + path, { ignoreVary: true });
      if (found !== undefined) return found;
    }
    return undefined;
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
    if (isSame(await cache.match(url, { ignoreVary: true }))) return;
    for (const name of await this.#names()) {
      const earlier = await (await this.#caches.open(name)).match(url, { ignoreVary: true });
      // The contents are unchanged, but the headers may differ.
      if (earlier !== undefined && isSame(earlier)) return cache.put(url, this.withHeaders(earlier, revision));
    }
    // Hosts may redirect a URL with the file name.
    const address = path === PAGE ? this.#scope : url;
    const response = await this.#fetch(address, { cache: 'no-cache', credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
    if (path === PAGE && !(await response.clone().text()).includes(this.#build.entry)) {
      throw new Error(`${address} is not the page of this version.`);
    }
    return cache.put(url, this.withHeaders(response, revision));
  }
}
