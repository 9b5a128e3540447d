// Lists names with inconsistent annotations: with several types, or sometimes not as a name, ignoring case. Not all of them
// are errors (Reading is a town, a club and an activity): check them against GUIDELINE.md.
//
//   node scripts/sample-corpus/consistency.mjs
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const CONTEXT = 4; // tokens
const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));
/** @type {{ module: typeof import('./corpus.ts') }} */
const { module } = await runnerImport(path('corpus.ts'));
const lines = module
  .readDocuments(path('documents'))
  .flatMap(({ name, sentences }) => sentences.map((sentence, i) => ({ ...sentence, place: `${name}:${i + 1}` })));

/** @typedef {{ type: string, start: number, end: number }} Use */
/** @type {Map<string, { type: string, shown: string }[]>} */
const uses = new Map();

/** @param {typeof lines[number]} line @param {Use} use */
function add({ tokens, place }, { type, start, end }) {
  const around = [
    ...tokens.slice(Math.max(0, start - CONTEXT), start),
    `<${tokens.slice(start, end).join(' ')}>`,
    ...tokens.slice(end, end + CONTEXT),
  ];
  const key = keyOf(tokens, start, end);
  uses.set(key, [...(uses.get(key) ?? []), { type, shown: `${type.padEnd(4)} ${place} ${around.join(' ')}` }]);
}

function keyOf(/** @type {string[]} */ tokens, /** @type {number} */ start, /** @type {number} */ end) {
  return tokens.slice(start, end).join(' ').toUpperCase();
}

for (const line of lines) for (const span of line.spans) add(line, span);
const longest = Math.max(...[...uses.keys()].map((key) => key.split(' ').length));
const names = new Set(uses.keys());
for (const line of lines) {
  const { tokens, spans } = line;
  for (let start = 0; start < tokens.length; start++) {
    for (let end = start + 1; end <= Math.min(tokens.length, start + longest); end++) {
      if (!names.has(keyOf(tokens, start, end)) || !/^\p{Lu}/u.test(tokens[start] ?? '')) continue;
      const isName = spans.some((span) => start < span.end && span.start < end);
      if (!isName) add(line, { type: 'none', start, end });
    }
  }
}

for (const [name, found] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (new Set(found.map(({ type }) => type)).size < 2) continue;
  console.log([name, ...found.map(({ shown }) => `  ${shown}`)].join('\n'));
}
