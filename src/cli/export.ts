import { dirname, join } from 'node:path';
import { EXPORT_ENDINGS, exportFiles } from '../export/export-files.ts';
import { toWrite } from '../export/model-bundle.ts';
import { distill } from './distill.ts';
import type { ExportOptions } from './options.ts';
import { writeAtomically } from './files.ts';
import { count } from './format.ts';
import { readModelFile } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith export`: writes a model in another format or size. @throws StudioError BadInput, BadModel, Cancelled */
export async function exportCommand(terminal: Terminal, options: ExportOptions, signal: AbortSignal): Promise<void> {
  const { model, kind, size, isPrivate, card, out } = options;
  const isTiny = typeof size !== 'string';
  const bundle = isTiny ? await distill(terminal, model, size, signal) : toWrite((await readModelFile(model)).bundle);
  const precision = isTiny ? 'small' : size;
  const ending = EXPORT_ENDINGS[kind];
  const path = out.endsWith(ending) ? out : `${out}${ending}`;
  const name = path.slice(path.lastIndexOf('/') + 1, -ending.length);
  for (const [file, bytes] of Object.entries(exportFiles(kind, name, bundle, { precision, isPrivate, card }))) {
    const target = join(dirname(path), file);
    await writeAtomically(target, bytes);
    terminal.note(`Wrote ${target}, ${count(bytes.length)} bytes.`);
  }
}
