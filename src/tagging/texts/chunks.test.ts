import { beforeAll, expect, test } from 'vitest';
import { tagAsConll, tagInChunks, textSentences } from './chunks.ts';
import { taggedFileWriter, WRITTEN } from './text-files.ts';
import { tagText } from './text.ts';
import type { TaggedChunk, TaggedSentence } from '../tagged-text.ts';
import type { Wanted } from '../sentence-tagger.ts';
import { eagerModel, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';

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

test('what a format does not have is not computed, and its file stays the same', async () => {
  const model = await eagerModel();
  const text = 'Ada Vale left Norrby. It rained.\n\nMio stays.\n'.repeat(20);
  const written = async (format: 'csv' | 'conll', wanted?: Wanted) => {
    const write = taggedFileWriter(format);
    let file = '';
    for await (const chunk of tagInChunks(model, textSentences(text), undefined, { wanted })) file += write(chunk);
    return file;
  };
  expect(await written('csv')).toMatch(/\n1,\w+,/);
  expect(await written('csv', WRITTEN.csv)).toBe(await written('csv'));
  expect(await written('conll', WRITTEN.conll)).toBe(await written('conll'));
  let lines = '';
  for await (const part of tagAsConll(model, textSentences(text))) lines += part;
  expect(lines).toBe(await written('conll'));
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
  const chunks = tagInChunks(model, textSentences('Mio left Norrby.\n'.repeat(5000)), undefined, {
    signal: controller.signal,
  });
  await chunks.next();
  controller.abort();
  await expect(chunks.next()).rejects.toMatchObject({ code: 'Cancelled' });
});
