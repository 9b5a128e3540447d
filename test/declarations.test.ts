import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryDeclarations, taggerDeclarations } from '../scripts/declarations.ts';
import { FIELDS } from '../src/config/schema.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-declarations-'));
  await writeFile(join(folder, 'index.d.mts'), libraryDeclarations());
  await writeFile(join(folder, 'tagger.d.mts'), taggerDeclarations());
});
afterAll(() => rm(folder, { recursive: true }));

/** What the compiler says about a program in the folder. */
async function problemsOf(program: string, lib = 'es2023,dom'): Promise<string> {
  await writeFile(join(folder, 'program.mts'), program);
  const options = `--ignoreConfig --noEmit --strict --target es2022 --lib ${lib} --module nodenext --types`.split(' ');
  const tsc = resolve('node_modules/.bin/tsc');
  try {
    return execFileSync(tsc, [...options, '', 'program.mts'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('they compile by themselves, and name the types of the documented interface', async () => {
  const problems = await problemsOf(`
    import { train, Tagger } from './index.mjs';
    import type { FileSource, TrainOptions, TrainingEvent, Settings, Problem, ReadFile, ReadGazetteer, ReadVectors } from './index.mjs';
    import type { DeviceReport, Score, Scores, Transitions, EpochReport } from './index.mjs';
    import type { ModelSource, LoadOptions, TagOptions, Token, Entity, TokenSentence, Reading, Sentence } from './tagger.mjs';
    const options: TrainOptions = { train: ['a.conll', new URL('https://example.org/b')], settings: { decoder: 'softmax' } };
    for await (const event of train(options)) {
      if (event.kind === 'epoch') { const f1: number = event.report.dev.overall.f1; console.log(f1); }
      if (event.kind === 'read') { const names: string[] = event.files.map(({ name }) => name); console.log(names); }
      if (event.kind !== 'model') continue;
      const tagger = await Tagger.load(event.zip, { worker: true });
      const sentences: Sentence[] = await tagger.tag('A text.', { tokens: false });
      const types: readonly string[] = tagger.types;
      console.log(sentences[0]?.entities[0]?.text, types);
    }
    export type All = [FileSource, TrainingEvent, Settings, Problem, ReadFile, ReadGazetteer, ReadVectors, DeviceReport, Score,
      Scores, Transitions<Float32Array>, EpochReport, ModelSource, LoadOptions, TagOptions, Token, Entity, TokenSentence, Reading];
  `);
  expect(problems).toBe('');
});

test('those of the tagger compile without the DOM library, and with it know its types', async () => {
  const program = `
    import { Tagger } from './tagger.mjs';
    const tagger = await Tagger.load('model.zip', { onProgress: (loaded) => loaded.toFixed() });
    const [sentence] = await tagger.tag('A text.');
    export const found: string | undefined = sentence?.entities[0]?.text;
  `;
  expect(await problemsOf(program, 'es2022')).toBe('');
  const inPage = `
    import { Tagger } from './tagger.mjs';
    await Tagger.load(new URL('https://example.org/model.zip'), { signal: AbortSignal.timeout(9) });
    await Tagger.load(new Blob([]), { worker: new Worker('worker.js') });
    await Tagger.load(7);
  `;
  expect(await problemsOf(inPage)).toMatch(/^program\.mts\(5,[^\n]*\n$/);
});

test('they have no syntax that is newer than TypeScript 4.7, the first with .d.mts files', () => {
  expect(taggerDeclarations()).not.toMatch(/\b(satisfies|accessor|using|NoInfer)\b|<const |export type \*/);
});

test('they refuse a program that is wrong', async () => {
  const problems = await problemsOf(`
    import { train, Tagger } from './index.mjs';
    train({});
    train({ train: 'a', settings: { decoder: 'argmax' } });
    new Tagger();
  `);
  expect(problems).toMatch(/program\.mts\(3,[^]*\(4,[^]*\(5,/);
});

test('a setting has its help, its range and its default', () => {
  const text = libraryDeclarations();
  const { help } = FIELDS.hidden;
  expect(text).toContain(`  /** ${help} 1 to 1024. Default of the preset tagsmith: 200. */\n  hidden: number;\n`);
  for (const name of Object.keys(FIELDS)) expect(text).toMatch(new RegExp(`\\n  ${name}: `));
});
