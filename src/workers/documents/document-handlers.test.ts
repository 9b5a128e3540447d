import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Entity } from '../../documents/redaction/plan.ts';
import { DOCUMENTS } from '../../documents/planted.testing.ts';
import type { DocumentFile } from '../../documents/document.ts';
import { documentHandlers } from './document-handlers.ts';

const PLANTED = { person: 'Ada Vale', place: 'Norrby', lead: 'Mio met' };
const fileOf = ({ name, bytes }: DocumentFile) => new File([bytes], name);
const letter = fileOf(DOCUMENTS['letter.txt']!(PLANTED));
const ADA: Entity = { block: 0, start: 8, end: 16, type: 'PER', probability: 0.4, by: 'hand' };
const NORRBY: Entity = { ...ADA, start: 18, end: 24, type: 'PER', by: 'model', isDecided: true };
const HEAD = { model: { name: 'mine', sha256: 'abc' }, threshold: 0.5, mustReview: true };
const { signal } = new AbortController();
const ways = { others: 'keep', byType: { PER: 'pseudonym' } } as const;

test('writes documents with a manifest and a key, and lists those that cannot be written', async () => {
  const counts: number[] = [];
  const written = await documentHandlers.write(
    (_, count) => counts.push(count as number),
    {
      documents: [
        { file: letter, entities: [ADA], rejected: [] },
        { file: new File(['no zip'], 'broken.docx'), entities: [], rejected: [] },
        { file: letter, entities: [{ ...ADA, by: 'model' }, NORRBY], rejected: [{ ...ADA, by: 'model', end: 11 }] },
      ],
      ways,
      names: {},
      passphrase: 'correct horse',
      head: HEAD,
    },
    signal,
  );
  expect(counts).toEqual([1, 2, 3]);
  expect(written).toMatchObject({ written: [0, 2], problems: [{ name: 'broken.docx' }] });
  const files = unzipSync(written.file!.bytes);
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(Object.keys(files)).toEqual(['letter.txt', 'letter (2).txt', 'manifest.jsonl', 'tagsmith.key']);
  expect(text('letter.txt')).toBe('Mio met [PER 1] (Norrby).\r\n\r\n[PER 1] in Norrby.\r\n');
  expect(text('manifest.jsonl')).not.toContain('Ada');
  expect(JSON.parse(text('manifest.jsonl').split('\n')[1]!)).toMatchObject({
    document: 'letter.txt',
    entities: [
      { place: 'paragraph 1', type: 'PER', by: 'hand', replacement: '[PER 1]' },
      { place: 'paragraph 2', type: 'PER', by: 'repeat', replacement: '[PER 1]' },
    ],
  });

  const [head, , broken, second] = text('manifest.jsonl')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
  expect(head).toEqual({ ...HEAD, ways });
  expect(broken).toMatchObject({ document: 'broken.docx', problem: expect.stringContaining('cannot be unpacked') });
  // Doubtful: below the threshold, and nobody has looked at it. What a person has decided is told.
  expect(second).toMatchObject({
    entities: [
      { start: 8, by: 'model' },
      { start: 18, by: 'model', decided: 'hand' },
      { place: 'paragraph 2', by: 'repeat' },
      { place: 'paragraph 2', by: 'repeat' },
    ],
    doubtful: [{ place: 'paragraph 1', start: 8, end: 16, type: 'PER', probability: 0.4 }],
    rejected: [{ start: 8, end: 11, decided: 'hand' }],
  });

  const restored = await documentHandlers.restore(
    () => undefined,
    {
      files: [new File([files['letter.txt']!.slice()], 'letter.txt')],
      key: new File([files['tagsmith.key']!.slice()], 'tagsmith.key'),
      passphrase: 'correct horse',
    },
    signal,
  );
  expect(new TextDecoder().decode(restored.file!.bytes)).toBe(await letter.text());
});

test('a cancelled request stops between documents', async () => {
  const request = {
    documents: [{ file: letter, entities: [], rejected: [] }],
    ways,
    names: {},
    passphrase: undefined,
    head: HEAD,
  };
  await expect(documentHandlers.write(() => undefined, request, AbortSignal.abort())).rejects.toThrow('Cancelled');
});
