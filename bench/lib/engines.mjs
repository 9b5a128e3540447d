// Who is measured: each answers requests, one at a time, in a process or in a page of its own.
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { RELAXED_SIMD_FLAG, hasRelaxedSimd } from '../../scripts/relaxed-simd.mjs';
import { OUT } from './paths.mjs';
import { serveFolder } from './serve.mjs';

/**
 * @typedef {object} Engine
 * @property {(method: string, params?: object) => Promise<any>} ask fails where the engine does
 * @property {(...paths: string[]) => Promise<string[]>} give files; under which names the engine opens them
 * @property {() => Promise<void>} close
 */

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
  /** @type {Promise<(number | string | null)[]>} exit code and signal */
  const ended = new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  return {
    ask: async (method, params = {}) => {
      child.stdin.write(`${JSON.stringify({ method, params })}\n`);
      for (;;) {
        const { value: line, done } = await lines.next();
        if (done)
          throw new Error(`${basename(command)} ended (${(await ended).join(', ')}) during "${method}".\n${errors}`);
        if (line.startsWith('{')) return resultOf(JSON.parse(line), method);
        errors += `${line}\n`; // drivers of GPUs print what they complain of
      }
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

  /** @param {import('playwright').Browser} browser @param {Awaited<ReturnType<typeof serveFolder>>} server */
  constructor(browser, server) {
    this.#browser = browser;
    this.#server = server;
    this.#url = server.url;
  }

  get version() {
    return this.#browser.version();
  }

  /** @param {{ folder?: string, args?: string[] }} [options] of the built page; flags of Chromium */
  static async start({ folder = join(OUT, 'page'), args = CHROMIUM_ARGS } = {}) {
    const server = await serveFolder(folder);
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
    await page.waitForFunction(() => 'ask' in globalThis);
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

/** @param {{ result?: unknown, error?: string }} answer @param {string} method */
function resultOf(answer, method) {
  if (answer.error !== undefined) throw new Error(`"${method}" failed: ${answer.error}`);
  return answer.result;
}
