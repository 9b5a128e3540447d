import template from 'virtual:saved-page';
import { base64 } from '../lib/base64.ts';

/** Texts of a saved page. */
export interface PageInfo {
  title: string;
  /** A sentence that describes what the model finds. */
  about: string;
}

/** Writes one HTML file with the runtime and a model, which works offline and from disk. @param zip of the model */
export function writePage(zip: Uint8Array, { title, about }: PageInfo): Uint8Array<ArrayBuffer> {
  const parts: Record<string, string> = {
    '%TITLE%': escapeHtml(title),
    '%INFO%': JSON.stringify({ about }).replaceAll('<', String.raw`\u003c`),
  };
  const [start, after] = template.split('%MODEL%') as [string, string];
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
