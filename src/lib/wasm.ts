interface NodeFiles {
  readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Compiles the WebAssembly module at `url`: fetched over HTTP in a browser, read from disk in Node.
 *
 * @throws Error if the module cannot be fetched or read
 */
export async function compileWasm(url: URL): Promise<WebAssembly.Module> {
  if (isFile(url)) {
    const files = await importFromNode<NodeFiles>('node:fs/promises');
    return WebAssembly.compile(await files.readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Whether a module URL is a file, as in Node; browsers load modules over HTTP. */
export function isFile(url: URL): boolean {
  return url.protocol === 'file:';
}

/** Imports one of Node's modules by a computed name, which browser bundlers do not follow. */
export async function importFromNode<T>(name: string): Promise<T> {
  return (await import(/* @vite-ignore */ name)) as T;
}
