import { StudioError } from '../lib/errors.ts';
import { importFromNode } from '../lib/wasm.ts';

/**
 * A file of any format that the studio reads:
 *
 * - a path in Node, or an address; on a page a string is an address;
 * - a `File`, for example from an input element or a drop event;
 * - a name and its contents. The name appears in messages and in the model card; its extension may determine the format.
 */
export type FileSource =
  | string
  | URL
  | File
  | { name: string; data: string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> };

/** The name of a file in messages. */
export function nameOfSource(source: FileSource): string {
  return typeof source === 'object' && 'name' in source ? source.name : String(source);
}

/** @throws StudioError BadInput if there is no such file */
export async function openSource(source: FileSource): Promise<File> {
  if (source instanceof File) return source;
  if (typeof source === 'object' && 'data' in source) return new File([source.data], source.name);
  const name = nameOfSource(source);
  try {
    const address = addressOf(source);
    return new File([await (typeof address === 'string' ? openInNode(address) : readAddress(address))], name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError('BadInput', `Cannot read ${name}: ${reason.replace(/\.$/, '')}.`, { cause });
  }
}

/** Like for models (src/runtime/model-files.ts): a string without a scheme is a path in Node, otherwise relative to the page. */
function addressOf(source: string | URL): string | URL {
  if (source instanceof URL) return source;
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return new URL(source);
  const { location } = globalThis as { location?: Location };
  return location === undefined ? source : new URL(source, location.href);
}

async function readAddress(address: URL): Promise<Blob> {
  if (address.protocol === 'file:') return openInNode(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server responded with ${response.status} ${response.statusText}`);
  return response.blob();
}

/** A file-backed blob, which is read on demand, so that vectors are never in memory as a whole. */
async function openInNode(path: string | URL): Promise<Blob> {
  const { access } = await importFromNode<{ access: (path: string | URL) => Promise<void> }>('node:fs/promises');
  await access(path); // throws a specific error, unlike the next line
  const { openAsBlob } = await importFromNode<{ openAsBlob: (path: string | URL) => Promise<Blob> }>('node:fs');
  return openAsBlob(path);
}
