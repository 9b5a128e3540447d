import { EntityTable, tableEntities } from '../../../documents/entity-table.ts';
import { forEachInSlices } from '../../../lib/event-loop.ts';
import type { OpenDocument } from './store.ts';

/** One table of the entities of all documents, and their counts by type and name, as CSV in parts. */
export async function entityTables(documents: readonly OpenDocument[]): Promise<Record<'entities' | 'counts', Blob>> {
  const table = new EntityTable();
  const rows: Blob[] = [new Blob([EntityTable.header])]; // browsers may move blobs to disk
  await forEachInSlices(documents, ({ file, blocks, entities }) => {
    rows.push(new Blob([table.add(file.name, tableEntities(blocks, entities))]));
  });
  return { entities: new Blob(rows), counts: new Blob([...table.counts()]) };
}
