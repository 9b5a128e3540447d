// Converts the annotated documents to public/sample/{train,dev,test}.conll, and prints their counts.
//
//   node scripts/sample-corpus/build.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** @type {{ module: typeof import('./corpus.ts') }} */
const { module } = await runnerImport(path('corpus.ts'));
const { conllOf, partOf, PARTS, readDocuments } = module;
/** @type {{ module: typeof import('./markup.ts') }} */
const {
  module: { ENTITY_TYPES },
} = await runnerImport(path('markup.ts'));

const documents = readDocuments(path('documents'));
const nameOf = (/** @type {string[]} */ tokens, { start = 0, end = 0 }) => tokens.slice(start, end).join(' ');
const names = (/** @type {typeof documents} */ some) =>
  some.flatMap(({ sentences }) =>
    sentences.flatMap(({ tokens, spans }) => spans.map((span) => ({ name: nameOf(tokens, span), type: span.type }))),
  );
const known = new Set(names(documents.filter((_, i) => partOf(i) === 'train')).map(({ name }) => name));

mkdirSync(path('../../public/sample'), { recursive: true });
for (const part of PARTS) {
  writeFileSync(path(`../../public/sample/${part}.conll`), conllOf(documents, part));
  const own = documents.filter((_, i) => partOf(i) === part);
  const sentences = own.flatMap((document) => document.sentences);
  const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
  const found = names(own);
  const types = ENTITY_TYPES.map((type) => `${type} ${found.filter((one) => one.type === type).length}`).join(', ');
  const unseen = new Set(found.map(({ name }) => name).filter((name) => !known.has(name))).size;
  const distinct = new Set(found.map(({ name }) => name)).size;
  console.log(
    `${part}: ${own.length} documents, ${sentences.length} sentences, ${tokens} tokens, ${found.length} names (${types}); ` +
      `${unseen} of ${distinct} distinct names are not in train`,
  );
}
