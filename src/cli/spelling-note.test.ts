import { expect, test } from 'vitest';
import { buildVocabulary } from '../data/vocabulary/vocabulary.ts';
import type { TaggerModel } from '../model/model.ts';
import type { TextSentence } from '../tagging/tagged-text.ts';
import { withSpellingNote } from './spelling-note.ts';
import type { Terminal } from './terminal.ts';

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

async function notesOf(model: TaggerModel, text: string, times = 1): Promise<string[]> {
  const notes: string[] = [];
  const terminal = { note: (note: string) => void notes.push(note) } as Partial<Terminal> as Terminal;
  const sentences = sentencesOf(text, times);
  const passed = [];
  for await (const sentence of withSpellingNote(terminal, 'a.txt', model, sentences)) passed.push(sentence);
  expect(passed).toEqual(sentences);
  return notes;
}

test('one note for each file whose words are apart', async () => {
  const said = [expect.stringMatching(/^a\.txt: The training text of the model joins .* as in Chủ_tịch/)];
  expect(await notesOf(JOINED, 'Chủ tịch thăm Hà Nội')).toEqual(said);
  expect(await notesOf(JOINED, 'Chủ tịch thăm Hà Nội', 1000)).toEqual(said);
  expect(await notesOf(JOINED, 'Chủ_tịch thăm Hà_Nội')).toEqual([]);
  expect(await notesOf(JOINED, 'Huế', 0)).toEqual([]);
  expect(await notesOf(modelOf('Chủ', 'tịch', 'thăm'), 'Chủ tịch thăm Hà Nội')).toEqual([]);
});
