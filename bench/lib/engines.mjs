// The measured programs: engines answer requests, one at a time, each in its own process or page.
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, chromiumPath } from '../../scripts/chromium.mjs';
import { RELAXED_SIMD_FLAGS } from '../../scripts/relaxed-simd.mjs';
import { OUT } from './paths.mjs';
import { serveFolder } from './serve.mjs';

/** @import { RequestMap } from '../../src/lib/rpc.ts' */
/** @import { Ask, EngineRequests, LayersRequests } from '../engine/protocol.ts' */

/**
 * @template {RequestMap} Requests
 * @typedef {object} Engine
 * @property {Ask<Requests>} ask rejects if the engine fails
 * @property {(path: string) => Promise<string>} give a file; returns the name by which the engine opens it
 * @property {() => Promise<void>} close
 */

/** @typedef {Engine<EngineRequests>} StudioEngine the studio's own code */

/**
 * Starts a program that answers the messages of src/lib/rpc.ts, in JSON, on its standard input, line by line.
 *
 * @template {RequestMap} Requests what the program answers; not checked
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Engine<Requests>}
 */
export function startProcess(command, args, env = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let errors = '';
  child.stderr.on('data', (data) => (errors = `${errors}${data}`.slice(-4000)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {Promise<(number | string | null)[]>} exit code and signal */
  const ended = new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  return {
    ask: async (name, ...[value = {}]) => {
      child.stdin.write(`${JSON.stringify({ kind: 'request', id: 1, name, value })}\n`);
      for (;;) {
        const { value: line, done } = await lines.next();
        if (done) {
          const how = (await ended).join(', ');
          throw new Error(`${basename(command)} ended (${how}) during "${name}".\n${errors}`);
        }
        if (line.startsWith('{')) {
          const { kind, value: result, error } = JSON.parse(line);
          if (kind === 'result') return result;
          throw new Error(`"${name}" failed: ${error.stack ?? error.message}`);
        }
        errors += `${line}\n`; // GPU drivers print warnings there
      }
    },
    give: async (path) => path,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * Starts the studio's code in Node.
 *
 * @param {string} [folder] with engine.mjs
 * @param {Record<string, string>} [env]
 * @returns {StudioEngine}
 */
export function startNode(folder = join(OUT, 'node'), env) {
  return startProcess(process.execPath, [...RELAXED_SIMD_FLAGS, join(folder, 'engine.mjs')], env);
}

/** A browser whose pages answer requests. */
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

  /** @returns {Promise<StudioEngine>} the studio's code in a worker of a new page */
  openStudio() {
    return this.#open('tagsmith');
  }

  /** @returns {Promise<Engine<LayersRequests>>} the layers of TF.js in a new page */
  openLayers() {
    return this.#open('tfjs');
  }

  /**
   * @template {RequestMap} Requests
   * @param {'tagsmith' | 'tfjs'} engine
   * @returns {Promise<Engine<Requests>>}
   */
  async #open(engine) {
    const context = await this.#browser.newContext(); // a separate process
    const page = await context.newPage();
    await page.goto(`${this.#url}?engine=${engine}`);
    await page.waitForFunction(() => globalThis.ask !== undefined);
    return {
      ask: async (name, ...[params = {}]) => {
        const result = await page.evaluate((request) => globalThis.ask?.(request.name, request.params), {
          name,
          params,
        });
        return /** @type {any} */ (result);
      },
      give: async (path) => {
        await page.getByLabel('Files').setInputFiles(path);
        return basename(path);
      },
      close: () => context.close(),
    };
  }

  async close() {
    await this.#browser.close();
    await this.#server.close();
  }
}
