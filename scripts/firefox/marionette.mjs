import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Script timeout of the browser. */
const SCRIPT_TIMEOUT = 180_000;

/**
 * A headless Firefox, controlled by its Marionette protocol: messages are JSON, preceded by their length in bytes. Playwright only
 * supports its own builds.
 */
export class Firefox {
  #process;
  #socket;
  #profile;
  #nextId = 0;
  #unread = Buffer.alloc(0);
  /** @type {Map<number, (answer: { error: { message: string } | null, result: unknown }) => void>} */
  #waiting = new Map();

  /**
   * @param {import('node:child_process').ChildProcess} process
   * @param {import('node:net').Socket} socket
   * @param {string} profile
   */
  constructor(process, socket, profile) {
    this.#process = process;
    this.#socket = socket;
    this.#profile = profile;
    socket.on('data', (bytes) => this.#read(bytes));
  }

  /**
   * @param {string} path of the executable
   * @param {number} port
   */
  static async start(path, port) {
    const profile = mkdtempSync(join(tmpdir(), 'tagsmith-firefox-'));
    writeFileSync(join(profile, 'user.js'), `user_pref('marionette.port', ${port});\n`);
    const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
    const child = spawn(path, args, { stdio: 'ignore' });
    const firefox = new Firefox(child, await connected(port), profile);
    await firefox.#ask('WebDriver:NewSession', { capabilities: {} });
    await firefox.#ask('WebDriver:SetTimeouts', { script: SCRIPT_TIMEOUT });
    return firefox;
  }

  /** @param {string} url */
  async open(url) {
    await this.#ask('WebDriver:Navigate', { url });
  }

  /**
   * Runs a function in the page, without its closure.
   *
   * @template Result
   * @template {unknown[]} Args
   * @param {(...args: Args) => Result} script
   * @param {Args} args
   * @returns {Promise<Awaited<Result>>}
   */
  async run(script, ...args) {
    const answer = await this.#ask('WebDriver:ExecuteScript', {
      script: `return (${String(script)})(...arguments)`,
      args,
    });
    return /** @type {{ value: Awaited<Result> }} */ (answer).value;
  }

  /**
   * Polls until the result is not empty.
   *
   * @template {unknown[]} Args
   * @param {string} what
   * @param {(...args: Args) => unknown} script
   * @param {Args} args
   */
  async until(what, script, ...args) {
    const end = Date.now() + SCRIPT_TIMEOUT;
    while (!(await this.run(script, ...args).catch(() => false))) {
      if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
      await sleep(200);
    }
  }

  async close() {
    this.#socket.destroy();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  /**
   * @param {string} command
   * @param {object} parameters
   */
  async #ask(command, parameters) {
    this.#nextId += 1;
    const text = JSON.stringify([0, this.#nextId, command, parameters]);
    const answered = new Promise((resolve) => this.#waiting.set(this.#nextId, resolve));
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { error, result } = await answered;
    if (error) throw new Error(`${command}: ${error.message}`);
    return result;
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const colon = this.#unread.indexOf(':');
      const end = colon + 1 + Number(this.#unread.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#unread.length < end) return;
      const message = JSON.parse(this.#unread.subarray(colon + 1, end).toString());
      this.#unread = this.#unread.subarray(end);
      if (Array.isArray(message)) this.#waiting.get(message[1])?.({ error: message[2], result: message[3] });
    }
  }
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Socket>}
 */
async function connected(port) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
      });
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(200);
    }
  }
}
