// Who is measured: each answers requests, one at a time, in a process or in a page of its own.
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { RELAXED_SIMD_FLAG, hasRelaxedSimd } from '../../scripts/relaxed-simd.mjs';
import { OUT } from './build.mjs';

/**
 * @typedef {object} Engine
 * @property {(method: string, params?: object) => Promise<any>} ask fails where the engine does
 * @property {(...paths: string[]) => Promise<string[]>} give files; under which names the engine opens them
 * @property {() => Promise<void>} close
 */

/** Without isolation a page has no shared memory, and its clock has steps of 0.1 ms. */
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * A program that answers JSON on its standard input, line by line.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Engine}
 */
export function startProcess(command, args, env = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (data) => (errors = `${errors}${data}`.slice(-4000)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.on('close', () => resolve()));
  return {
    ask: async (method, params = {}) => {
      child.stdin.write(`${JSON.stringify({ method, params })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${basename(command)} ended during "${method}".\n${errors}`);
      return resultOf(JSON.parse(value), method);
    },
    give: async (...paths) => paths,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * The studio's code in Node.
 *
 * @param {string} [folder] with engine.mjs
 * @param {Record<string, string>} [env]
 */
export function startNode(folder = join(OUT, 'node'), env) {
  const flags = hasRelaxedSimd() ? [] : [RELAXED_SIMD_FLAG];
  return startProcess(process.execPath, [...flags, join(folder, 'engine.mjs')], env);
}

/** A browser with pages that answer. */
export class Browser {
  #browser;
  #server;
  #url;

  /** @param {import('playwright').Browser} browser @param {import('vite').PreviewServer} server */
  constructor(browser, server) {
    this.#browser = browser;
    this.#server = server;
    this.#url = server.resolvedUrls?.local[0] ?? '';
  }

  get version() {
    return this.#browser.version();
  }

  /** @param {{ folder?: string, args?: string[] }} [options] of the built page; flags of Chromium */
  static async start({ folder = join(OUT, 'page'), args = CHROMIUM_ARGS } = {}) {
    const server = await servePages(folder, 4310);
    const browser = await chromium.launch({ executablePath: chromiumPath(), args });
    return new Browser(browser, server);
  }

  /**
   * @param {'tagsmith' | 'tfjs'} engine
   * @returns {Promise<Engine>}
   */
  async open(engine) {
    const context = await this.#browser.newContext(); // a process of its own
    const page = await context.newPage();
    await page.goto(`${this.#url}?engine=${engine}`);
    const ask = /** @param {object} request */ (request) => page.evaluate((asked) => globalThis.ask(asked), request);
    return {
      ask: async (method, params = {}) => resultOf(await ask({ method, params }), method),
      give: async (...paths) => {
        await page.getByLabel('Files').setInputFiles(paths);
        return paths.map((path) => basename(path));
      },
      close: () => context.close(),
    };
  }

  async close() {
    await this.#browser.close();
    await this.#server.close();
  }
}

/**
 * Serves a built folder, isolated.
 *
 * @param {string} outDir
 * @param {number} port the first to try
 */
export function servePages(outDir, port) {
  return preview({ configFile: false, root: outDir, build: { outDir }, preview: { port, headers: ISOLATION } });
}

/** @param {{ result?: unknown, error?: string }} answer @param {string} method */
function resultOf(answer, method) {
  if (answer.error !== undefined) throw new Error(`"${method}" failed: ${answer.error}`);
  return answer.result;
}
