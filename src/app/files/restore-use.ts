import type { FileId } from '../../workers/wire/payloads.ts';
import type { FileUse } from '../stores/file-use.ts';
import { filesOf, useWorkspaceStore, type AnyFile } from '../stores/workspace.ts';
import { chooseEncoding, chooseNameColumns, chooseTextFields, chooseVectors, updateFile } from './update-file.ts';

const fileOf = (id: FileId): AnyFile | undefined =>
  filesOf(useWorkspaceStore.getState().workspace).find((file) => file.id === id);

/** Uses a file that was read again as it was used before. */
export async function restoreUse(id: FileId, was: FileUse): Promise<void> {
  await restoreKind(id, was);
  if (was.encoding !== undefined) await chooseEncoding(id, was.encoding);
  const file = fileOf(id);
  if (file === undefined) return;
  if ('lists' in file) {
    if (was.nameColumns !== undefined) await chooseNameColumns(id, was.nameColumns);
  } else if ('table' in file) {
    if (was.textFields !== undefined && file.table !== undefined) await chooseTextFields(id, was.textFields);
  } else if ('dimensions' in file) {
    const { entry, form } = was;
    if (entry !== undefined || form !== undefined) await chooseVectors(id, { entry, form });
  }
  if (!('role' in file)) return;
  const { role, tagColumn, scheme, settings, weights } = was;
  if (role !== undefined && role !== file.role) await updateFile(id, { role });
  if (settings !== undefined) await updateFile(id, settings);
  else if (tagColumn !== undefined && tagColumn !== file.tagColumn) await updateFile(id, { tagColumn });
  else if (scheme !== undefined && scheme !== file.style.scheme) await updateFile(id, { scheme });
  if (weights !== undefined) await updateFile(id, { weights });
}

/** Makes a corpus texts or a list, a text a list, or a list a corpus or a text, as was answered before. */
async function restoreKind(id: FileId, { kind, settings }: FileUse): Promise<void> {
  const file = fileOf(id);
  if (file === undefined) return;
  if ('role' in file && kind === 'texts') await updateFile(id, { classField: '' });
  if (('role' in file || 'table' in file) && kind === 'names') await updateFile(id, { isNames: true });
  if ('lists' in file && (kind === 'texts' || settings?.isNames === false)) await updateFile(id, { isNames: false });
}
