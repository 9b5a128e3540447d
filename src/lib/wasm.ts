interface NodeFiles {
  readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** Compiles a module that the build put at `url`: over HTTP in a browser, a file in Node. Fails where it is not there. */
export async function compileWasm(url: URL): Promise<WebAssembly.Module> {
  if (isFile(url)) {
    const files = await importFromNode<NodeFiles>('node:fs/promises');
    return WebAssembly.compile(await files.readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** In Node modules are files; in a browser they came over HTTP. */
export function isFile(url: URL): boolean {
  return url.protocol === 'file:';
}

/** Node's own module, imported by a name that bundlers for the browser do not follow. */
export async function importFromNode<T>(name: string): Promise<T> {
  return (await import(/* @vite-ignore */ name)) as T;
}
