import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StudioError } from '../lib/errors.ts';
import { textOfBlocks, type DocumentFile } from './document.ts';
import { hostileFiles } from './hostile-files.testing.ts';
import { Pseudonyms } from './redaction/pseudonyms.ts';
import { redactDocument } from './redaction/redact-document.ts';
import { openDocument } from './registry.ts';

const request = vi.fn<() => never>(() => {
  throw new Error('a request');
});
const FILES = Object.entries(hostileFiles());

beforeEach(() => {
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket']) vi.stubGlobal(name, request);
});
afterEach(() => void vi.unstubAllGlobals());

test('there are at least 200 hostile files', () => expect(FILES.length).toBeGreaterThanOrEqual(200));

/** The texts of a file that was read and redacted, or why it was refused. */
async function outcomeOf(file: DocumentFile): Promise<string> {
  try {
    const document = await openDocument(file);
    const block = document.blocks.findIndex(({ text }) => text.includes('Ada'));
    const start = document.blocks[block]?.text.indexOf('Ada') ?? 0;
    const found = { block, start, end: start + 3, type: 'PER', probability: 1, by: 'model' } as const;
    await redactDocument(document, block < 0 ? [] : [found], { others: 'label', byType: {} }, new Pseudonyms());
    return textOfBlocks(document.blocks);
  } catch (error) {
    if (error instanceof StudioError && error.code !== 'Internal') return error.message;
    throw error;
  }
}

// A file that takes long ends the test by its time limit; one that recurses too deep is an error of another kind.
test.each(FILES)('%s: is read and redacted, or refused with a reason, without a request', async (_, file) => {
  expect(await outcomeOf(file)).not.toContain('root:');
  expect(request).not.toHaveBeenCalled();
});
