import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../documents/planted.testing.ts';
import { markDocument, readDocument, redactDocument, redactionProject, restoreDocument } from './index.ts';

const PLANTED = { person: 'Ada Vale', place: 'Norrby', lead: 'Mio met' };
const sourceOf = (name: string) => ({ name, data: DOCUMENTS[name]!(PLANTED).bytes });

/** The person and the place, as a tagger finds them. */
function found(text: string) {
  const entity = (type: string, name: string) => {
    const start = text.indexOf(name);
    return { type, start, end: start + name.length, probability: 0.9 };
  };
  return [entity('LOC', 'Norrby'), entity('PER', 'Ada Vale')];
}

const textOf = (bytes: Uint8Array, part: string) =>
  new TextDecoder().decode(unzipSync(bytes)[part]).replaceAll(/<[^>]*>/g, '');

test('documents of a project are redacted with the same pseudonyms, and restored with its key', async () => {
  const project = await redactionProject({ passphrase: 'correct horse' });
  const options = { as: 'pseudonym', byType: { LOC: 'keep' }, project } as const;
  const letter = await readDocument(sourceOf('letter.docx'));
  expect(letter).toMatchObject({ format: 'word', notes: [expect.stringContaining('embedded')] });
  const first = await redactDocument(letter, found(letter.text), options);
  const text = await readDocument(sourceOf('letter.txt'));
  const second = await redactDocument(text, found(text.text), options);
  expect(textOf(first.bytes, 'word/document.xml')).toContain('Mio met [PER 1] (Norrby).');
  expect(new TextDecoder().decode(second.bytes)).toContain('Mio met [PER 1] (Norrby).');
  expect(JSON.stringify(second.entities)).not.toContain('Ada');

  const key = { name: 'project.key', data: project.keyFile! };
  const later = await redactionProject({ passphrase: 'correct horse', key });
  expect(later.keyFile).toBe(project.keyFile);
  const restored = await restoreDocument({ name: first.name, data: first.bytes }, { key, passphrase: 'correct horse' });
  expect(textOf(restored.bytes, 'word/document.xml')).toContain('Mio met Ada Vale (Norrby).');
  expect(restored.unknown).toBe(0);
  const edited = { name: 'letter.txt', data: 'Mio met [PER 1] and [PER 9].' };
  expect(await restoreDocument(edited, { key, passphrase: 'correct horse' })).toMatchObject({
    restored: 1,
    unknown: 1,
  });
  await expect(restoreDocument({ name: 'a.txt', data: 'x' }, { key, passphrase: 'wrong' })).rejects.toThrow(
    /passphrase/,
  );
});

test('entities are marked; one that is not within a paragraph is refused', async () => {
  const page = await readDocument(sourceOf('letter.html'));
  const { bytes, name } = await markDocument(page, found(page.text));
  expect(name).toBe('letter.html');
  expect(new TextDecoder().decode(bytes)).toMatch(/<mark[^>]*>Norrby/);
  const wrong = [{ type: 'PER', start: 0, end: page.text.length }];
  await expect(redactDocument(page, wrong)).rejects.toThrow(/not within one paragraph/);
});
