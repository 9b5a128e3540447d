import { dirname, join } from 'node:path';
import { EXPORT_ENDINGS, exportFiles } from '../export/export-files.ts';
import { toWrite } from '../export/model-bundle.ts';
import type { ExportOptions } from './options.ts';
import { writeAtomically } from './files.ts';
import { count } from './format.ts';
import { readModelFile } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith export`: writes a model in another form or size. */
export async function exportCommand(terminal: Terminal, options: ExportOptions): Promise<void> {
  const { model, kind, precision, isPrivate, card, out } = options;
  const { bundle } = await readModelFile(model);
  const ending = EXPORT_ENDINGS[kind];
  const path = out.endsWith(ending) ? out : `${out}${ending}`;
  const name = path.slice(path.lastIndexOf('/') + 1, -ending.length);
  for (const [file, bytes] of Object.entries(
    exportFiles(kind, name, toWrite(bundle), { precision, isPrivate, card }),
  )) {
    const target = join(dirname(path), file);
    await writeAtomically(target, bytes);
    terminal.note(`Wrote ${target}, ${count(bytes.length)} bytes.`);
  }
}
