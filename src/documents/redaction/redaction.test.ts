import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Block, DocumentFile } from '../document.ts';
import { DOCUMENTS, HIDDEN_NAME, PLANTED, type Planted } from '../planted.testing.ts';
import { openDocument } from '../registry.ts';
import { planRedaction, type Entity, type Treatment } from './plan.ts';
import { findLeaks } from './proof.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { replacedIn, restoreText } from './restore.ts';

/** The first occurrence of each name, as a model finds it. */
function found(blocks: readonly Block[], { person, place }: Planted): Entity[] {
  return Object.entries({ PER: person, LOC: place }).flatMap(([type, name]) => {
    const block = blocks.findIndex(({ text }) => text.includes(name));
    if (block < 0) return [];
    const start = blocks[block]!.text.indexOf(name);
    return [{ block, start, end: start + name.length, type, probability: 0.9, by: 'model' as const }];
  });
}

/** All texts of a file, with and without tags. */
function rawTexts({ bytes }: DocumentFile): string {
  const isPacked = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const files = isPacked ? Object.values(unzipSync(bytes)) : [bytes];
  const texts = files.map((contents) => new TextDecoder().decode(contents));
  return texts
    .flatMap((text) => [
      text,
      text.replaceAll(/<[^>]*>/g, ''),
      text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      decodeURIComponent(text.replaceAll(/%(?![\dA-F]{2})/g, '')),
    ])
    .join('\n')
    .toLowerCase();
}

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 3);

async function redacted(file: DocumentFile, planted: Planted, treatment: Treatment) {
  const { blocks, write } = await openDocument(file);
  const plan = planRedaction(blocks, found(blocks, planted), () => treatment, new Pseudonyms());
  const { bytes, extension } = write(plan.edits, plan.scrub);
  return { blocks, plan, written: { name: `redacted${extension}`, bytes } };
}

describe.each(Object.keys(DOCUMENTS))('%s', (name) => {
  describe.each(PLANTED)('$person', (planted) => {
    const file = DOCUMENTS[name]!(planted);

    test.each(['bar', 'label', 'pseudonym', 'name'] as const)('no name is left: %s', async (treatment) => {
      const { plan, written } = await redacted(file, planted, treatment);
      expect(plan.edits.length).toBeGreaterThan(2);
      const raw = rawTexts(written);
      for (const word of [...wordsOf(planted.person), ...wordsOf(planted.place)]) expect(raw).not.toContain(word);
      for (const hidden of [HIDDEN_NAME.toLowerCase(), '<pivotcache']) expect(raw).not.toContain(hidden);
      const replacements = plan.edits.map(({ replacement }) => replacement);
      expect(await findLeaks(written, plan.matcher, replacements)).toEqual([]);
    });

    test.each(['pseudonym', 'name'] as const)('the key restores the text: %s', async (treatment) => {
      const { blocks, plan, written } = await redacted(file, planted, treatment);
      const replaced = replacedIn(blocks, plan.edits);
      const again = await openDocument(written);
      const { edits, unknown } = restoreText(again.blocks, { replaced });
      expect(unknown).toEqual([]);
      const restored = await openDocument({ name: written.name, bytes: again.write(edits).bytes });
      const visible = blocks.filter(({ isHidden }) => isHidden !== true).map(({ text }) => text);
      expect(restored.blocks.map(({ text }) => text)).toEqual(visible);
    });

    test('marks leave the text as it is', async () => {
      const { blocks, write } = await openDocument(file);
      const marked = await openDocument({ name: file.name, bytes: write(found(blocks, planted)).bytes });
      const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\((?:PER|LOC)\)/g, '$1');
      expect(marked.blocks.map(({ text }) => plain(text))).toEqual(blocks.map(({ text }) => text));
    });
  });
});
