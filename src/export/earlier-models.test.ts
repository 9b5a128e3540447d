import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { Tagger } from '../runtime/tagger.ts';
import { tagText } from '../tagging/text.ts';
import { readBundle } from './bundle.ts';
import { fromBundle, vectorsOf } from './model-bundle.ts';

const TEXT = 'Nora Field sails to Westmark.';
const ENTITIES = [
  { type: 'PER', start: 0, end: 10 },
  { type: 'LOC', start: 20, end: 28 },
];

const bytes = new Uint8Array(readFileSync(new URL('../../test/fixtures/model-2026-11-23.zip', import.meta.url)));

beforeAll(useReferences);

test('a model of 2026-11-23 is read by the studio', async () => {
  const bundle = readBundle(bytes);
  expect(bundle.vectors?.hashes).toHaveLength(3);
  const { sentences } = await tagText(fromBundle(bundle), TEXT, vectorsOf(bundle));
  expect(sentences[0]!.entities).toMatchObject(ENTITIES);
});

test('a model of 2026-11-23 is read by the runtime', async () => {
  const [sentence] = await (await Tagger.load(bytes)).tag(TEXT);
  expect(sentence!.entities).toMatchObject(ENTITIES);
});
