import { createInterface } from 'node:readline';
import { openFile } from '../../src/cli/files.ts';
import { createEngine } from './engine.ts';
import { answer, type Request } from './protocol.ts';

console.log = console.error; // answers are all that goes to standard output

/** In Node: a request in JSON on each line of standard input, its answer on standard output. */
const engine = createEngine(openFile);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(engine, JSON.parse(line) as Request))}\n`);
}
process.exit(0); // threads and GPUs would keep it
