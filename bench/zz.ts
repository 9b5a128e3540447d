import { readFileSync } from 'node:fs';
import { readCorpus } from '../src/data/corpora/read-corpus.ts';
const files = process.argv.slice(2);
for (let round = 0; round < 3; round++) {
  for (const f of files) {
    const bytes = new Uint8Array(readFileSync(f));
    const t = performance.now();
    const c = readCorpus(f.split('/').pop()!, bytes, {});
    console.log(round, f, (performance.now() - t).toFixed(0), 'ms', c.sentences.length);
  }
}
