import { applyPatches, type Patch } from './patches.ts';
import type { Attributes } from './read-markup.ts';
import { scanMarkup } from './scan.ts';

/** XML without the elements of a name that have certain attributes. */
export function withoutElements(xml: string, element: string, isGone: (attributes: Attributes) => boolean): string {
  const patches: Patch[] = [];
  let from: number | undefined;
  scanMarkup(xml, true, {
    open(name, attributes, tag) {
      if (name === element && isGone(attributes)) from = tag.start;
    },
    close(name, tag) {
      if (name !== element) return;
      if (from !== undefined) patches.push({ start: from, end: tag.end, text: '' });
      from = undefined;
    },
    text: () => undefined,
    comment: () => undefined,
  });
  return applyPatches(xml, patches);
}
