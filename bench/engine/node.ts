import { createInterface } from 'node:readline';
import { openFile } from '../../src/cli/files.ts';
import { serve, type Port } from '../../src/lib/rpc.ts';
import { engine } from './engine.ts';

console.log = console.error; // standard output has only responses

/** Runs in Node: reads a message in JSON from each line of standard input, and writes its response to standard output. */
const port: Port = {
  onmessage: null,
  postMessage: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
};
serve(port, engine, () => ({ openFile }));
for await (const line of createInterface({ input: process.stdin })) {
  port.onmessage?.({ data: JSON.parse(line) as unknown } as MessageEvent);
}
process.exit(0); // threads and GPUs keep the process alive
