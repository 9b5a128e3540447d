// What the sections share: options, data, and who is measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCorpus } from './corpus.mjs';
import { Browser, startNode } from './engines.mjs';
import { calibratePytorch, findPython, startPytorch } from './pytorch.mjs';

export class Context {
  /** Of the studio, which uses 8 at most. */
  threads = Math.min(availableParallelism(), 8);
  folder = mkdtempSync(join(tmpdir(), 'tagsmith-bench-'));
  #closing = /** @type {(() => Promise<void>)[]} */ ([]);
  #browser = /** @type {Promise<Browser> | undefined} */ (undefined);
  #pytorch = /** @type {ReturnType<Context['findPytorch']> | undefined} */ (undefined);
  #engines = /** @type {Map<string, Promise<any>>} */ (new Map());

  /** @param {{ rounds: number, sentences: number, train?: string, embeddings?: string, torch: boolean }} options */
  constructor(options) {
    this.options = options;
    this.train = options.train ?? join(this.folder, 'train.conll');
    if (options.train === undefined) writeCorpus(this.train, { sentences: 14_041 });
  }

  browser() {
    this.#browser ??= Browser.start().then((browser) => {
      this.#closing.push(() => browser.close());
      return browser;
    });
    return this.#browser;
  }

  /**
   * The studio's code, open on simd.
   *
   * @param {'chromium' | 'node'} where
   * @param {number} threads
   */
  studio(where, threads) {
    return this.#once(`${where} ${threads}`, async () => {
      const engine = where === 'node' ? startNode() : await (await this.browser()).open('tagsmith');
      const report = await engine.ask('open', { device: 'simd', threads });
      if (report.threads !== threads) throw new Error(`asked for ${threads} threads: ${JSON.stringify(report)}`);
      return engine;
    });
  }

  /**
   * The four ways in which the studio's code is measured.
   *
   * @returns {Promise<Record<string, import('./engines.mjs').Engine>>}
   */
  async studios() {
    const counts = [...new Set([1, this.threads])];
    const engines = {};
    for (const where of /** @type {const} */ (['chromium', 'node'])) {
      for (const threads of counts) engines[`${where} ${threads}`] = await this.studio(where, threads);
    }
    return engines;
  }

  /**
   * @param {'training' | 'tagging'} task
   * @returns PyTorch at its fastest, with one thread and with all, and as it is installed; nothing without PyTorch
   */
  async pytorchs(task) {
    this.#pytorch ??= this.findPytorch();
    const found = await this.#pytorch;
    if (found === undefined) return {};
    const peers = {};
    const { one, all, installed } = found.calibration[task];
    for (const [how, variant] of [
      [1, one],
      [this.threads, all],
      ['installed', installed],
    ]) {
      peers[`pytorch ${how}`] = await this.#once(JSON.stringify(variant), () => startPytorch(found.python, variant));
    }
    return peers;
  }

  /** @returns what the calibration found, if there was one */
  async calibration() {
    return (await this.#pytorch)?.calibration;
  }

  async findPytorch() {
    const python = this.options.torch ? findPython() : undefined;
    return python && { python, calibration: await calibratePytorch(python, this.train) };
  }

  /** @param {Partial<import('../engine/protocol.ts').Workload>} changes @param {{ give: Function }} engine */
  async workload(engine, changes) {
    const { sentences, embeddings } = this.options;
    const files = [changes.train ?? this.train, ...(embeddings === undefined ? [] : [embeddings])];
    const [train, vectors = null] = await engine.give(...files);
    return { sentences, batch: 32, hidden: 200, scheme: 'BIOES', ...changes, train, embeddings: vectors };
  }

  async close() {
    for (const engine of this.#engines.values()) await (await engine).close();
    for (const close of this.#closing) await close();
    rmSync(this.folder, { recursive: true });
  }

  /** @template T @param {string} key @param {() => Promise<T>} start @returns {Promise<T>} */
  #once(key, start) {
    const started = this.#engines.get(key) ?? start();
    this.#engines.set(key, started);
    return started;
  }
}
