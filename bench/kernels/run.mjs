// Runs a benchmark of the WebAssembly kernels in Node, or with --chromium in a page; with --baseline without relaxed SIMD, with --quick
// once.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { ISOLATION_HEADERS } from '../../scripts/isolation-headers.mjs';
import { enableRelaxedSimd } from '../../scripts/relaxed-simd.mjs';

const GENERATED = new URL('../../src/kernels/simd/generated/', import.meta.url);
const variant = process.argv.includes('--baseline') ? 'baseline' : 'relaxed';
/** Whether a benchmark is to run once, to see that it runs. */
export const isQuick = process.argv.includes('--quick');
const bytes = readFileSync(new URL(`tagsmith.${variant}.wasm`, GENERATED));

/** @import { Functions, Task } from '../../src/kernels/simd/generated/kernels.js' */
/** @import { Pointer } from '../../src/lib/pointer.ts' */
/** @typedef {typeof import('../../src/kernels/simd/generated/kernels.js')} Bindings */
/**
 * @typedef {object} KernelModule
 * @property {Bindings} bindings
 * @property {Functions} wasm
 * @property {(task: Task, scratch?: Pointer) => void} perform
 * @property {WebAssembly.Memory} memory
 */

/**
 * @template Argument, Result
 * @param {(module: KernelModule, argument: Argument) => Result} benchmark a function that uses nothing outside itself
 * @param {Argument} argument JSON
 * @returns {Promise<Result>}
 */
export async function runKernelBenchmark(benchmark, argument) {
  if (!process.argv.includes('--chromium')) {
    enableRelaxedSimd();
    return benchmark(await instantiate(bytes, await import('../../src/kernels/simd/generated/kernels.js')), argument);
  }
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    const headers = ISOLATION_HEADERS; // without isolation the clock has a resolution of 0.1 ms
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }));
    const body = readFileSync(new URL('kernels.js', GENERATED), 'utf8');
    await page.route('**/kernels.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('https://localhost/');
    const wasm = `Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0))`;
    const module = `await (${String(instantiate)})(${wasm}, await import('/kernels.js'))`;
    return await page.evaluate(`(async () => (${String(benchmark)})(${module}, ${JSON.stringify(argument)}))()`);
  } finally {
    await browser.close();
  }
}

/** @param {Uint8Array<ArrayBuffer>} wasm @param {Bindings} bindings @returns {Promise<KernelModule>} */
async function instantiate(wasm, bindings) {
  const memory = new WebAssembly.Memory({ initial: 2048, maximum: 65536, shared: true });
  const { exports } = (await WebAssembly.instantiate(wasm, { env: { memory } })).instance;
  /** @type {KernelModule['perform']} */
  const perform = ({ kernel, args }, scratch) => {
    /** @type {(...args: (number | undefined)[]) => void} */ (exports[kernel])(...args, scratch);
  };
  return { bindings, wasm: bindings.bind(exports), perform, memory };
}
