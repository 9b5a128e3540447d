import { beforeAll, expect, test } from 'vitest';
import { tagInChunks, textSentences } from './chunks.ts';
import { taggedFileWriter } from './text-files.ts';
import { tagText } from './text.ts';
import type { TaggedChunk, TaggedSentence } from './tagged-text.ts';
import { tinyRun, useReferences } from '../runs/testing.ts';

beforeAll(useReferences);

test('a long text is tagged in parts, as it is as a whole, with offsets from its start', async () => {
  const { model } = tinyRun();
  const text = 'Ada Vale left Norrby 🙂 in May. Mio stays.\n\n'.repeat(1600);
  const parts: TaggedChunk[] = [];
  for await (const part of tagInChunks(model, textSentences(text))) parts.push(part);
  expect(parts.length).toBeGreaterThan(1);
  for (const { sentences, tagged } of parts) expect(tagged).toHaveLength(sentences.length);
  const { sentences } = await tagText(model, text);
  const last = parts.at(-1)!.tagged.at(-1)!;
  expect(last.tokens.map((token) => text.slice(token.start, token.end))).toEqual(['Mio', 'stays', '.']);
  const tagsOf = (all: TaggedSentence[]) => all.map(({ tokens }) => tokens.map(({ start, tag }) => `${start} ${tag}`));
  expect(tagsOf(parts.flatMap(({ tagged }) => tagged))).toEqual(tagsOf(sentences));
});

test('a text without words is a part without sentences', async () => {
  const { model } = tinyRun();
  const parts: TaggedChunk[] = [];
  for await (const part of tagInChunks(model, textSentences(' \n'))) parts.push(part);
  expect(parts).toEqual([{ sentences: [], tagged: [] }]);
  expect(taggedFileWriter('csv')(parts[0]!)).toBe('sentence,type,text,start,end,probability\n');
});

test('what comes after an abort is not tagged', async () => {
  const { model } = tinyRun();
  const controller = new AbortController();
  const parts = tagInChunks(model, textSentences('Mio left Norrby.\n'.repeat(5000)), undefined, controller.signal);
  await parts.next();
  controller.abort();
  await expect(parts.next()).rejects.toMatchObject({ code: 'Cancelled' });
});
