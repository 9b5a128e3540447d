import { readFileSync } from 'node:fs';
import { gzipSync, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Tagger } from '../runtime/tagger.ts';
import { readBundle } from './read-bundle.ts';
import { exportFiles } from './export-files.ts';
import { toWrite } from './model-bundle.ts';

const ZIP = new URL('../../test/fixtures/model.zip', import.meta.url);
const bundle = toWrite(readBundle(new Uint8Array(readFileSync(ZIP))));
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('a module has the model inside, and comes with its types', async () => {
  const files = exportFiles('runtime', 'mine', bundle, { precision: 'half', isPrivate: true });
  expect(Object.keys(files)).toEqual(['mine.mjs', 'mine.d.mts']);
  expect(textOf(files['mine.d.mts'])).toContain('export function load(');
  const url = `data:text/javascript;base64,${Buffer.from(files['mine.mjs']!).toString('base64')}`;
  const { load } = (await import(/* @vite-ignore */ url)) as { load: () => Promise<Tagger> };
  const [sentence] = await (await load()).tag('Nora Field sails to Westmark.');
  expect(sentence!.entities.map(({ type, text }) => `${type} ${text}`)).toEqual(['PER Nora Field', 'LOC Westmark']);
});

test('a page names what it finds, escapes its title, and may connect to nothing', () => {
  const html = textOf(exportFiles('page', 'A & <b>', bundle)['A & <b>.html']);
  expect(html).toContain('<title>A &amp; &lt;b&gt;</title>');
  expect(html).toMatch(/"about":"Finds [A-Z, ]+ in text\. F1 [\d.]+ on its dev data/);
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; /,
  );
  expect(html).not.toMatch(/%[A-Z]+%/);
  expect(html).toMatch(/"recall":"[\d.]+% of the entities in its dev data \(95% interval: /);
});

test('a page reads documents only if it is to, and is then at most 60 kB gzip larger', () => {
  const pageWith = (readsDocuments: boolean) => exportFiles('page', 'mine', bundle, { readsDocuments })['mine.html']!;
  const [without, withReaders] = [pageWith(false), pageWith(true)];
  expect(textOf(without)).not.toContain('tagsmithDocuments={');
  expect(textOf(withReaders)).toMatch(/<script>'use strict';(var|let) tagsmithDocuments=/);
  expect(gzipSync(withReaders).length - gzipSync(without).length).toBeLessThan(60_000);
});

test('a zip is the bundle', () => {
  const files = exportFiles('zip', 'mine', bundle, { precision: 'small' });
  expect(Object.keys(files)).toEqual(['mine.zip']);
  expect(readBundle(files['mine.zip']!).vocabulary.toJSON()).toEqual(bundle.vocabulary.toJSON());
});

test('a rounded model states its own score, or that it was not measured', () => {
  const { dev } = bundle.provenance;
  const own = { ...dev!, overall: { ...dev!.overall, f1: 0.1234 } };
  const cardOf = (precision: 'exact' | 'small', rounded?: typeof own) => {
    const zip = exportFiles('zip', 'mine', bundle, { precision, rounded })['mine.zip']!;
    return { card: textOf(unzipSync(zip)['README.md']), provenance: readBundle(zip).provenance };
  };
  const exact = `**${(100 * dev!.overall.f1).toFixed(2)}**`;
  expect(cardOf('exact').card).toContain(`it has an F1 of ${exact}`);
  const measured = cardOf('small', own);
  expect(measured.card).toContain('it has an F1 of **12.34**');
  expect(measured.provenance).toMatchObject({ dev: { overall: { f1: 0.1234 } } });
  expect(textOf(exportFiles('page', 'mine', bundle, { precision: 'small', rounded: own })['mine.html'])).toContain(
    'F1 12.3 on',
  );
  const unmeasured = cardOf('small');
  expect(unmeasured.card).not.toContain(exact);
  expect(unmeasured.card).toContain('Before its weights were rounded for this file');
  expect(unmeasured.provenance).toMatchObject({ exactDev: dev });
  expect(unmeasured.provenance.dev).toBeUndefined();
});
