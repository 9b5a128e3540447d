import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestOptions } from 'vitest';
import type { Milliseconds } from '../../src/lib/units.ts';
import { findPython } from '../../scripts/python.mjs';
import { needs } from './requirements.ts';

const REQUIREMENTS = { torch: 'pytorch', onnx: 'onnx' } as const;

const WARM = join(import.meta.dirname, 'warm_python.py');

/** PyTorch takes seconds to start, and longer on a busy machine. */
export const PATIENCE: Milliseconds = 300_000;

/** Where a process answers that has imported PyTorch: one for all test files of this process. */
let warmAddress: string | undefined;

/** A Python with a module, for tests that compare results with it. */
export class Python {
  /** Options of tests that run it: they are skipped if it is missing. */
  readonly testOptions: TestOptions;
  readonly command: string | undefined;
  readonly #module: keyof typeof REQUIREMENTS;

  constructor(module: keyof typeof REQUIREMENTS) {
    this.#module = module;
    this.command = findPython(module);
    this.testOptions = { ...needs(REQUIREMENTS[module], this.command !== undefined), timeout: PATIENCE };
  }

  /**
   * @param folder where it runs
   * @returns what it writes to standard output
   * @throws Error if it fails, with its standard error
   */
  run(args: string[], folder: string, input = ''): string {
    const { status, stdout, stderr, error } = spawnSync(this.command!, this.#started(args), {
      cwd: folder,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26, // weights as JSON
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`, { cause: error });
    return stdout;
  }

  /** A shell script that runs it, while this process lives. */
  shellScript(): string {
    return `#!/bin/sh\nexec "${this.command}" "${WARM}" run "${this.#warm()}" "$@"\n`;
  }

  #started(args: string[]): string[] {
    return this.#module === 'torch' ? [WARM, 'run', this.#warm(), ...args] : args;
  }

  #warm(): string {
    if (warmAddress === undefined) {
      warmAddress = join(mkdtempSync(join(tmpdir(), 'python-')), 'socket');
      const server = spawn(this.command!, [WARM, 'serve', warmAddress], { stdio: ['pipe', 'inherit', 'inherit'] });
      server.unref();
      (server.stdin as Socket).unref(); // it ends with this process
    }
    return warmAddress;
  }

  /**
   * Runs processes with the environment variables that torchrun sets.
   *
   * @returns what each writes to standard output
   * @throws Error if one fails, with its standard error
   */
  async runTogether(args: string[], folder: string, processes: number): Promise<string[]> {
    const port = String(await freePort());
    const runs = Array.from({ length: processes }, (_, rank) => {
      const ranks = { RANK: String(rank), LOCAL_RANK: String(rank), WORLD_SIZE: String(processes) };
      const env = { ...process.env, ...ranks, MASTER_ADDR: '127.0.0.1', MASTER_PORT: port, OMP_NUM_THREADS: '1' };
      return this.#start(args, folder, env);
    });
    return Promise.all(runs);
  }

  #start(args: string[], folder: string, env: NodeJS.ProcessEnv): Promise<string> {
    const child = spawn(this.command!, this.#started(args), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        if (status === 0) resolve(output.stdout);
        else reject(new Error(`${args.join(' ')}: ${output.stderr}`));
      });
    });
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
