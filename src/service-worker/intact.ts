import { PAGE } from './build.ts';

/** The media types of files that a browser uses only with the right one. */
const TYPES: readonly (readonly [name: RegExp, type: RegExp])[] = [
  [/\.m?js$/, /^(text|application)\/(java|ecma)script\b/],
  [/\.css$/, /^text\/css\b/],
  [/\.wasm$/, /^application\/wasm\b/],
  [/\.html$/, /^text\/html\b/],
];

/** Checksum of a file: the first 96 bits of its SHA-256. `scripts/service-worker.ts` computes the same. */
export async function revisionOf(contents: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', contents)).subarray(0, 12);
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/**
 * Why a response is not the file of the build; undefined if it is. Hosts may add scripts to the page, so it must only have the entry
 * of this version, and its end.
 */
export async function problemOf(
  response: Response,
  { path, revision, entry }: { path: string; revision: string; entry: string },
): Promise<string | undefined> {
  if (!response.ok) return `${response.status} ${response.statusText}`.trim();
  const type = response.headers.get('Content-Type') ?? '';
  const expected = TYPES.find(([name]) => name.test(path))?.[1];
  if (expected !== undefined && !expected.test(type)) return `has the type “${type}”`;
  const contents = await response.clone().arrayBuffer();
  if (path === PAGE) {
    const text = new TextDecoder().decode(contents);
    return text.includes(entry) && text.includes('</html>') ? undefined : 'is not the page of this version';
  }
  return (await revisionOf(contents)) === revision ? undefined : 'is not the file of this version';
}
