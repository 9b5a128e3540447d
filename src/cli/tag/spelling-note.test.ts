import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { buildVocabulary } from '../../data/vocabulary/vocabulary.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { TextSentence } from '../../tagging/tagged-text.ts';
import { command as tag } from '../commands/tag.ts';
import { SpellingNoter } from './spelling-note.ts';
import type { Terminal } from '../terminal.ts';
import { runHere } from '../testing.ts';

const modelOf = (...tokens: string[]) =>
  ({
    vocabulary: buildVocabulary({
      train: [{ tokens }],
      others: [],
      tags: ['O'],
      hasVector: () => false,
      options: { lowercase: false, digitsToZero: false, minFrequency: 1, maxFormLength: 20 },
    }),
  }) as unknown as TaggerModel;

const JOINED = modelOf('Chủ_tịch', 'thăm', 'Hà_Nội', 'Đà_Nẵng');

const sentencesOf = (text: string, times: number): TextSentence[] =>
  Array.from({ length: times }, () => ({
    text,
    tokens: text.split(' ').map((token) => ({ text: token, start: 0, end: token.length })),
  }));

async function notesOf(model: TaggerModel, ...parts: TextSentence[][]): Promise<string[]> {
  const notes: string[] = [];
  const terminal = { note: (note: string) => void notes.push(note) } as Partial<Terminal> as Terminal;
  const noter = new SpellingNoter(terminal, 'a.txt', model);
  const passed = [];
  for (const part of parts) for await (const sentence of noter.seen(part)) passed.push(sentence);
  expect(passed).toEqual(parts.flat());
  return notes;
}

const APART = 'Chủ tịch thăm Hà Nội';

test('one note for each input whose words are apart', async () => {
  const said = [expect.stringMatching(/^a\.txt: The training text of the model joins .* as in Chủ_tịch/)];
  expect(await notesOf(JOINED, sentencesOf(APART, 1))).toEqual(said);
  expect(await notesOf(JOINED, sentencesOf(APART, 1000))).toEqual(said);
  const lines = Array.from({ length: 600 }, () => sentencesOf(APART, 1));
  expect(await notesOf(JOINED, ...lines)).toEqual(said);
  expect(await notesOf(JOINED, sentencesOf('Huế', 1), [], ...lines)).toEqual(said);
  expect(await notesOf(JOINED, sentencesOf('Chủ_tịch thăm Hà_Nội', 1))).toEqual([]);
  expect(await notesOf(JOINED, [])).toEqual([]);
  expect(await notesOf(modelOf('Chủ', 'tịch', 'thăm'), sentencesOf(APART, 1))).toEqual([]);
});

const CONLL = (text: string) => text.split(' ').map((word) => `${word} O\n`).join(''); // prettier-ignore
const TRAIN = `${CONLL('Chủ_tịch thăm')}Hà_Nội B-LOC\n${CONLL('và Đà_Nẵng')}`;

test.each([
  ['text', 'a.txt', APART, ''],
  ['lines', 'a.txt', `${APART}\n${APART}\n`, '--input lines'],
  ['lines of standard input', undefined, [`${APART}\n`, `${APART}\n`], '--input lines'],
  ['a corpus', 'a.conll', `${CONLL(APART)}\nHuế B-LOC\n`, ''],
  ['a corpus as JSON lines', 'a.conll', `${CONLL(APART)}\nHuế B-LOC\n`, '--format jsonl'],
  ['a table', 'a.csv', `id,text\n1,${APART}\n2,${APART}\n`, ''],
  ['records', 'a.jsonl', `${JSON.stringify({ id: 1, text: APART })}\n`, '--format jsonl'],
  ['a page as a table', 'a.html', `<html><body><p>${APART}</p></body></html>`, '--format table'],
])('the note is given once for %s', async (_, name, contents, flags) => {
  await useReferences();
  const folder = await mkdtemp(join(tmpdir(), 'tagsmith-spelling-'));
  try {
    const model = join(folder, 'model.zip');
    const run = tinyRun(readCorpus('a.train', new TextEncoder().encode(TRAIN)));
    await writeFile(model, writeBundle(await toBundle(run.model, PROVENANCE)));
    const file = join(folder, name ?? '');
    if (typeof contents === 'string') await writeFile(file, contents);
    else
      vi.spyOn(process, 'stdin', 'get').mockReturnValue(
        Readable.from(contents.map((line) => Buffer.from(line))) as typeof process.stdin,
      );
    const args = [model, name === undefined ? '-' : file, '--device', 'simd', ...flags.split(' ').filter(Boolean)];
    const { err } = await runHere(tag, args);
    expect(err.match(/joins the parts of a word/g)).toHaveLength(1);
  } finally {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  }
});
