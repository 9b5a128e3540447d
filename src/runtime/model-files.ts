import { MODEL_FILES, modelExcess, modelFolder } from '../lib/model-files.ts';
import { importFromNode } from '../lib/wasm.ts';
import { readZip } from './zip.ts';

/** Reads a file of the unpacked model by its name. */
export type ReadFile = (name: string) => Promise<Uint8Array>;

/**
 * Location of a model:
 *
 * - the address of the exported zip, or of the folder it was unpacked to, ending with a slash. In Node a string is a path;
 * - the bytes of the zip, a Blob or File of it, or the response of `fetch`;
 * - a function that reads a file of the unpacked model by its name.
 */
export type ModelSource = string | URL | ArrayBuffer | Uint8Array | Blob | Response | ReadFile;

/** The files of a model: its zip, or the files by name. */
export type ModelFiles = Uint8Array | Record<string, Uint8Array>;

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** `total` is undefined if the server does not send it. */
  onProgress?: ((loaded: number, total: number | undefined) => void) | undefined;
}

const FILES = ['config.json', 'vocabulary.json', 'model.safetensors'];
const VECTORS = 'vectors.bin';

/** @throws Error if a file is not found or is not a model; the reason of `signal` */
export async function readSource(source: ModelSource, options: ReadOptions): Promise<ModelFiles> {
  options.signal?.throwIfAborted();
  if (typeof source === 'function') return readEach(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (typeof Response === 'function' && source instanceof Response) return bytesOf(source, options);
  if (typeof Blob === 'function' && source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  const address = addressOf(source as string | URL);
  if (!(typeof address === 'string' ? address : address.pathname).endsWith('/')) return readAddress(address, options);
  return readEach((name) =>
    readAddress(typeof address === 'string' ? `${address}${name}` : new URL(name, address), options),
  );
}

async function readEach(read: ReadFile): Promise<ModelFiles> {
  const entries = await Promise.all(FILES.map(async (name) => [name, await read(name)] as const));
  const files = Object.fromEntries(entries);
  const { vectors } = parseJson('config.json', files['config.json']!) as { vectors?: unknown };
  return vectors === undefined ? files : { ...files, [VECTORS]: await read(VECTORS) };
}

/** In Node a string without a scheme is a path; elsewhere it is relative to the page. */
function addressOf(source: string | URL): string | URL {
  if (source instanceof URL) return source;
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return new URL(source);
  const base = (globalThis as { document?: { baseURI: string } }).document?.baseURI ?? globalThis.location?.href;
  return base === undefined ? source : new URL(source, base);
}

async function readAddress(address: string | URL, options: ReadOptions): Promise<Uint8Array> {
  if (typeof address === 'string' || address.protocol === 'file:') {
    if (!('document' in globalThis)) return readFromDisk(address);
    throw new Error(
      `Tagsmith: a page cannot read ${String(address)}. Serve it over HTTP, or pass the bytes of the model, for example of a dropped file.`,
    );
  }
  return bytesOf(await fetch(address, options.signal ? { signal: options.signal } : {}), options);
}

async function readFromDisk(path: string | URL): Promise<Uint8Array> {
  const files = await importFromNode<{ readFile(path: string | URL): Promise<Uint8Array> }>('node:fs/promises');
  return new Uint8Array(await files.readFile(path));
}

/** The body of a response. @throws Error if the request failed, so that a missing file is not taken for a broken model */
async function bytesOf(response: Response, { onProgress }: ReadOptions): Promise<Uint8Array> {
  const { ok, status, statusText, url, body, headers } = response;
  if (!ok) {
    throw new Error(
      `Tagsmith: ${url} could not be loaded: ${status} ${statusText}`.trimEnd() +
        (status === 404 ? '. There is no such file: check the address of the model.' : ''),
    );
  }
  if (onProgress === undefined || body === null) return new Uint8Array(await response.arrayBuffer());
  const length = headers.get('content-encoding') === null ? Number(headers.get('content-length')) : 0;
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    loaded += part.value.length;
    onProgress(loaded, length > 0 ? length : undefined);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Not as a Buffer of Node, whose `slice` does not copy. */
function withoutBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The files of a model, by name. @throws Error if `files` is not a zip of a model */
export async function unpack(files: ModelFiles): Promise<Record<string, Uint8Array>> {
  if (!(files instanceof Uint8Array)) {
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, withoutBuffer(bytes)]));
  }
  if (files[0] !== 0x50 || files[1] !== 0x4b) throw new Error(`Tagsmith: this is not a model: ${describe(files)}`);
  try {
    let folder = '';
    const found = await readZip(withoutBuffer(files), (sizes) => {
      folder = modelFolder([...sizes.keys()]) ?? '';
      const excess = modelExcess(Object.fromEntries(MODEL_FILES.map((name) => [name, sizes.get(folder + name) ?? 0])));
      if (excess !== undefined) throw new Error(excess);
      return MODEL_FILES.map((name) => folder + name);
    });
    return Object.fromEntries([...found].map(([name, bytes]) => [name.slice(folder.length), bytes]));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Tagsmith: the zip of the model is damaged or incomplete (${reason}). Load it again.`, {
      cause,
    });
  }
}

function describe(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, 32)).trimStart();
  if (bytes.length === 0) return 'it is empty.';
  if (/^<(!doctype|html|\?xml)/i.test(start)) {
    return 'it is a web page, which servers send instead of a missing file. Check the address of the model.';
  }
  return 'it is not a zip file. Expected the .zip that Tagsmith exports.';
}

export function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new Error(`Tagsmith: ${name} is not JSON: ${describe(bytes)}`, { cause });
  }
}
