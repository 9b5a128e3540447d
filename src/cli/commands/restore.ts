import { join } from 'node:path';
import type { KeyDocument } from '../../documents/redaction/key.ts';
import { replacedInFile, restoreText, whatStays } from '../../documents/redaction/restore.ts';
import { openDocument } from '../../documents/registry.ts';
import { defineCommand } from '../parsing/command.ts';
import { DocumentTargets, listDocuments, readDocumentFile } from '../redact/document-files.ts';
import { writeAtomically } from '../files.ts';
import { argument, furtherArguments, required, text, type ValuesOf } from '../parsing/flags.ts';
import { count } from '../format.ts';
import { StoredKey } from '../redact/key-file.ts';
import { passphraseFor } from '../redact/passphrase.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../parsing/usage.ts';

const ARGS = { key: argument('KEY'), files: furtherArguments('PATH…') };

const FLAGS = { out: required(text('DIR', 'write each document to DIR')) };

type RestoreOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'restore',
  place: 5.2,
  summary: 'undo tagsmith redact with its key file',
  about: `
Puts the names back into documents that tagsmith redact has written with --key KEY, also if they were edited since then.
What a redaction has removed, such as comments and metadata, does not come back.`,
  args: ARGS,
  flags: FLAGS,
  check(values) {
    if (values.files.length === 0) throw new UsageError('Expected PATH…: the redacted documents.');
    return values;
  },
  run: restore,
});

async function restore(terminal: Terminal, { key: path, files, out }: RestoreOptions): Promise<void> {
  const inputs = await listDocuments(files, (text) => terminal.note(text));
  const documents: KeyDocument[] = [];
  await StoredKey.open(path, await passphraseFor(terminal, path, false), (document) => documents.push(document));
  const targets = new DocumentTargets(out, inputs);
  for (const input of inputs) {
    const document = await openDocument(await readDocumentFile(input));
    const restored = restoreText(document.blocks, replacedInFile(documents, input.within, document.blocks));
    const { bytes, extension } = document.write(restored.edits);
    const target = join(out, targets.of(input, extension));
    await writeAtomically(target, bytes);
    terminal.note(
      [`Wrote ${target}: restored ${count(restored.edits.length)} names.`, whatStays(restored) ?? '']
        .join(' ')
        .trimEnd(),
    );
  }
}
