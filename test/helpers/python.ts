import { spawnSync } from 'node:child_process';
import type { TestOptions } from 'vitest';
import { findPython } from '../../scripts/python.mjs';
import { needs } from './requirements.ts';

const REQUIREMENTS = { torch: 'pytorch', onnx: 'onnx' } as const;

/** A Python with a module, for tests that compare results with it. */
export class Python {
  /** Options of tests that run it: they are skipped if it is missing. */
  readonly testOptions: TestOptions;
  readonly #command: string | undefined;

  constructor(module: keyof typeof REQUIREMENTS) {
    this.#command = findPython(module);
    this.testOptions = needs(REQUIREMENTS[module], this.#command !== undefined);
  }

  /**
   * @param folder where it runs
   * @returns what it writes to standard output
   * @throws Error if it fails, with its standard error
   */
  run(args: string[], folder: string, input = ''): string {
    const { status, stdout, stderr } = spawnSync(this.#command!, args, { cwd: folder, input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  }
}
