import { beforeAll, expect, test } from 'vitest';
import { tagInChunks, textSentences } from './chunks.ts';
import { taggedFileWriter } from './text-files.ts';
import { tagText } from './text.ts';
import type { TaggedChunk, TaggedSentence } from './tagged-text.ts';
import { tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';

beforeAll(useReferences);

test('a long text is tagged in chunks, with the same tags and offsets as in one piece', async () => {
  const { model } = tinyRun();
  const text = 'Ada Vale left Norrby 🙂 in May. Mio stays.\n\n'.repeat(1600);
  const chunks: TaggedChunk[] = [];
  for await (const chunk of tagInChunks(model, textSentences(text))) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(1);
  for (const { sentences, tagged } of chunks) expect(tagged).toHaveLength(sentences.length);
  const { sentences } = await tagText(model, text);
  const last = chunks.at(-1)!.tagged.at(-1)!;
  expect(last.tokens.map((token) => text.slice(token.start, token.end))).toEqual(['Mio', 'stays', '.']);
  const tagsOf = (all: TaggedSentence[]) => all.map(({ tokens }) => tokens.map(({ start, tag }) => `${start} ${tag}`));
  expect(tagsOf(chunks.flatMap(({ tagged }) => tagged))).toEqual(tagsOf(sentences));
});

test('a text without words is one chunk without sentences', async () => {
  const { model } = tinyRun();
  const chunks: TaggedChunk[] = [];
  for await (const chunk of tagInChunks(model, textSentences(' \n'))) chunks.push(chunk);
  expect(chunks).toEqual([{ sentences: [], tagged: [] }]);
  expect(taggedFileWriter('csv')(chunks[0]!)).toBe('sentence,type,text,start,end,probability\n');
});

test('stops after an abort', async () => {
  const { model } = tinyRun();
  const controller = new AbortController();
  const chunks = tagInChunks(model, textSentences('Mio left Norrby.\n'.repeat(5000)), undefined, controller.signal);
  await chunks.next();
  controller.abort();
  await expect(chunks.next()).rejects.toMatchObject({ code: 'Cancelled' });
});
