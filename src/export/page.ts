import template from 'virtual:saved-page';
import { base64 } from '../lib/base64.ts';

/** Texts of a saved page. */
export interface PageInfo {
  title: string;
  /** A sentence that describes what the model finds. */
  about: string;
  /** Its recall on its dev data, in words; undefined: not known. */
  recall: string | undefined;
  /** Less probable entities are doubtful; undefined: the model has no threshold of its own. */
  threshold: number | undefined;
  /** Whether the page reads documents of other programs. */
  readsDocuments: boolean;
}

/** Writes one HTML file with the runtime and a model, which works offline and from disk. @param zip of the model */
export function writePage(zip: Uint8Array, { title, readsDocuments, ...info }: PageInfo): Uint8Array<ArrayBuffer> {
  const parts: Record<string, string> = {
    '%TITLE%': escapeHtml(title),
    '%INFO%': JSON.stringify(info).replaceAll('<', String.raw`\u003c`),
  };
  const [start, end] = template.page.split('%MODEL%') as [string, string];
  const after = end.replace('%READERS%', () => (readsDocuments ? `<script>${template.readers}</script>` : ''));
  const before = start.replaceAll(/%(?:TITLE|INFO)%/g, (name) => parts[name]!);
  const encoder = new TextEncoder();
  const [head, model, tail] = [encoder.encode(before), base64(zip), encoder.encode(after)];
  const bytes = new Uint8Array(head.length + model.length + tail.length);
  bytes.set(head);
  bytes.set(model, head.length);
  bytes.set(tail, head.length + model.length);
  return bytes;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
