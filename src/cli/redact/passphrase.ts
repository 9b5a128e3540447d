import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StudioError } from '../../lib/errors.ts';
import type { Terminal } from '../terminal.ts';

const VARIABLE = 'TAGSMITH_PASSPHRASE';

/**
 * The passphrase of a key file: from the environment, or typed, without being shown.
 *
 * @param isNew whether the file will be created: a typed passphrase is then asked for twice
 * @throws StudioError BadInput without one, or if it is typed in two ways
 */
export async function passphraseFor(terminal: Terminal, file: string, isNew: boolean): Promise<string> {
  const isTyped = process.env[VARIABLE] === undefined && process.stdin.isTTY;
  const given = process.env[VARIABLE] ?? (isTyped ? await typed(terminal, `Passphrase of ${file}:`) : '');
  if (isTyped && isNew && given !== '' && (await typed(terminal, 'Again:')) !== given) {
    throw new StudioError('BadInput', 'The two passphrases differ. Run the command again; nothing was written.');
  }
  if (given !== '') return given;
  throw new StudioError('BadInput', `${file} needs a passphrase: set ${VARIABLE}, or run the command in a terminal.`);
}

async function typed(terminal: Terminal, question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.note(question);
  try {
    return await lines.question('');
  } finally {
    lines.close();
  }
}
