// Shared by the sections: options, data, and the engines that are measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython } from '../../scripts/python.mjs';
import { writeCorpus } from './corpus.mjs';
import { Browser, startNode } from './engines.mjs';
import { calibratePytorch, startPytorch } from './pytorch.mjs';

/** @import { Workload } from '../engine/protocol.ts' */
/** @import { StudioEngine } from './engines.mjs' */
/** @import { PytorchEngine, Variant } from './pytorch.mjs' */

export class Context {
  /** The studio's default; it uses 8 at most. */
  threads = Math.min(availableParallelism(), 8);
  folder = mkdtempSync(join(tmpdir(), 'tagsmith-bench-'));
  /** @type {Promise<Browser> | undefined} */
  #browser;
  /** @type {ReturnType<Context['findPytorch']> | undefined} */
  #pytorch;
  /** @type {Map<string, Promise<StudioEngine>>} */
  #studios = new Map();
  /** @type {Map<string, Promise<PytorchEngine>>} */
  #pytorchEngines = new Map();

  /** @param {{ rounds: number, sentences: number, epochSentences: number, train?: string, embeddings?: string, torch: boolean, isSmallest: boolean }} options */
  constructor(options) {
    this.options = options;
    this.train = options.train ?? join(this.folder, 'train.conll');
    if (options.train === undefined) writeCorpus(this.train, { sentences: 14_041 });
  }

  browser() {
    this.#browser ??= Browser.start();
    return this.#browser;
  }

  /**
   * The studio's code, open on simd.
   *
   * @param {'chromium' | 'node'} where
   * @param {number} threads
   */
  studio(where, threads) {
    return cached(this.#studios, `${where} ${threads}`, async () => {
      const engine = where === 'node' ? startNode() : await (await this.browser()).openStudio();
      const report = await engine.ask('open', { device: 'simd', threads });
      if (report.threads !== threads) throw new Error(`asked for ${threads} threads: ${JSON.stringify(report)}`);
      return engine;
    });
  }

  /**
   * The four configurations in which the studio's code is measured.
   *
   * @returns {Promise<Record<string, StudioEngine>>}
   */
  async studios() {
    const counts = [...new Set([1, this.threads])];
    /** @type {Record<string, StudioEngine>} */
    const engines = {};
    for (const where of /** @type {const} */ (['chromium', 'node'])) {
      for (const threads of counts) engines[`${where} ${threads}`] = await this.studio(where, threads);
    }
    return engines;
  }

  /**
   * PyTorch at its fastest with one thread and with all, and with its default settings; empty if it is not installed.
   *
   * @param {'training' | 'tagging'} task
   * @returns {Promise<Record<string, PytorchEngine>>}
   */
  async pytorchEngines(task) {
    this.#pytorch ??= this.findPytorch();
    const found = await this.#pytorch;
    if (found === undefined) return {};
    const { one, all, installed } = found.calibration[task];
    /** @type {Record<string, Variant>} with a single thread, `all` replaces `one` */
    const variants = { 'pytorch 1': one, [`pytorch ${this.threads}`]: all, 'pytorch installed': installed };
    /** @type {Record<string, PytorchEngine>} */
    const engines = {};
    for (const [name, variant] of Object.entries(variants)) {
      const start = () => startPytorch(found.python, variant);
      engines[name] = await cached(this.#pytorchEngines, JSON.stringify(variant), start);
    }
    return engines;
  }

  /** How PyTorch was calibrated, if it was. */
  async calibration() {
    return (await this.#pytorch)?.calibration;
  }

  async findPytorch() {
    const python = this.options.torch ? findPython('torch') : undefined;
    return python === undefined ? undefined : { python, calibration: await calibratePytorch(python, this.train) };
  }

  /**
   * @param {Pick<StudioEngine, 'give'>} engine
   * @param {Partial<Workload>} changes
   * @returns {Promise<Workload>} with the names by which the engine opens its files
   */
  async workload(engine, changes) {
    const { sentences, embeddings } = this.options;
    const train = await engine.give(changes.train ?? this.train);
    const vectors = embeddings === undefined ? null : await engine.give(embeddings);
    return { sentences, batch: 32, hidden: 200, scheme: 'BIOES', ...changes, train, embeddings: vectors };
  }

  async close() {
    for (const engine of [...this.#studios.values(), ...this.#pytorchEngines.values()]) await (await engine).close();
    await (await this.#browser)?.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** @template T @param {Map<string, Promise<T>>} cache @param {string} key @param {() => Promise<T>} start */
function cached(cache, key, start) {
  const started = cache.get(key) ?? start();
  cache.set(key, started);
  return started;
}
