// Runs a benchmark of the WebAssembly kernels in Node, or with --chromium in a page; with --baseline without relaxed SIMD.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { ISOLATION_HEADERS } from '../../scripts/isolation-headers.mjs';
import { enableRelaxedSimd } from '../../scripts/relaxed-simd.mjs';

const variant = process.argv.includes('--baseline') ? 'baseline' : 'relaxed';
const bytes = readFileSync(new URL(`../../src/kernels/simd/generated/tagsmith.${variant}.wasm`, import.meta.url));

/** @import { SimdExports } from '../../src/kernels/simd/exports.ts' */
/** @typedef {{ wasm: SimdExports, memory: WebAssembly.Memory }} KernelModule */

/**
 * @template Argument, Result
 * @param {(module: KernelModule, argument: Argument) => Result} benchmark a function that uses nothing outside itself
 * @param {Argument} argument JSON
 * @returns {Promise<Result>}
 */
export async function runKernelBenchmark(benchmark, argument) {
  if (!process.argv.includes('--chromium')) {
    enableRelaxedSimd();
    return benchmark(await instantiate(bytes), argument);
  }
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    const headers = ISOLATION_HEADERS; // without isolation the clock has steps of 0.1 ms
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }));
    await page.goto('https://localhost/');
    const wasm = `Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0))`;
    return await page.evaluate(
      `(async () => (${String(benchmark)})(await (${String(instantiate)})(${wasm}), ${JSON.stringify(argument)}))()`,
    );
  } finally {
    await browser.close();
  }
}

/** @param {Uint8Array<ArrayBuffer>} wasm @returns {Promise<KernelModule>} */
async function instantiate(wasm) {
  const memory = new WebAssembly.Memory({ initial: 2048, maximum: 65536, shared: true });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  return { wasm: /** @type {SimdExports} */ (/** @type {unknown} */ (instance.exports)), memory };
}
