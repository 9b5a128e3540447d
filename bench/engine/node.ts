import { createInterface } from 'node:readline';
import { openFile } from '../../src/cli/files.ts';
import { createEngine } from './engine.ts';
import { answer, type Request } from './protocol.ts';

console.log = console.error; // standard output has only responses

/** Runs in Node: reads a request in JSON from each line of standard input, and writes its response to standard output. */
const engine = createEngine(openFile);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(engine, JSON.parse(line) as Request))}\n`);
}
process.exit(0); // threads and GPUs keep the process alive
