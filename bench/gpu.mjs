// Training on a GPU: builds a self-contained folder, and runs it.
//
//   npm run bench:gpu -- [--rounds N] [--json]
//   npm run bench:gpu -- --pack FILE.tar.xz [--with-node]     for another machine: unpack there, ./tagsmith-bench-gpu/run
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OUT } from './lib/paths.mjs';
import { buildGpuPack } from './gpu/pack.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    pack: { type: 'string' },
    'with-node': { type: 'boolean', default: false },
  },
});
const folder = join(OUT, 'tagsmith-bench-gpu');
await buildGpuPack(folder, values['with-node']);
if (values.pack === undefined) {
  const args = ['--rounds', values.rounds, ...(values.json ? ['--json'] : [])];
  const { status } = spawnSync(join(folder, 'run'), args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  const { status } = spawnSync('tar', ['-caf', values.pack, '-C', OUT, 'tagsmith-bench-gpu'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0) console.log(`Written: ${values.pack}`);
}
