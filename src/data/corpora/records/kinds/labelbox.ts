import { isObject, type JsonObject } from '../../json/values.ts';
import { isAddress } from '../offsets.ts';
import type { RecordContent, RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

const SEVERAL = 'labels by several people: the first one was read';

/**
 * A row of Labelbox: `data_row` with the text in `row_data`, and in `projects` the labels with their objects; or, as it was exported before 2023, the
 * text in `Labeled Data`, and its objects in `Label`. An object has a name, and in its location the first and the last character.
 */
export const labelbox: RecordKind = {
  title: 'Labelbox',
  read(record) {
    const { data_row: row, projects, Label: former } = record;
    if (isObject(row) && isObject(projects)) {
      const labels = Object.values(projects).flatMap((project) => listIn(project, 'labels'));
      const found = labels.map((label) => (isObject(label) ? label['annotations'] : undefined));
      return contentOf(row['row_data'], found);
    }
    return isObject(former) && 'Labeled Data' in record ? contentOf(record['Labeled Data'], [former]) : undefined;
  },
};

/** @param labels of each person */
function contentOf(text: unknown, labels: readonly unknown[]): RecordContent | string {
  if (typeof text !== 'string') return 'The row has no text.';
  if (isAddress(text)) return `${text} is an address, not the text. Export the rows with their data.`;
  const [label] = labels;
  if (label === undefined) return { texts: [{ text, spans: undefined }] };
  const objects = listIn(label, 'objects').filter(isObject);
  const spans = objects.map(spanOf);
  const wrong = spans.indexOf(undefined);
  if (wrong >= 0)
    return `objects contains ${JSON.stringify(objects[wrong])}, expected a name, and a location with start and end.`;
  const notes = labels.length > 1 ? [SEVERAL] : [];
  return { texts: [{ text, spans: spans.flatMap((span) => span ?? []), notes }] };
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function spanOf({ name, title, value, location: own, data }: JsonObject): WrittenSpan | undefined {
  const location = own ?? (isObject(data) ? data['location'] : undefined);
  const type = name ?? title ?? value;
  if (!isObject(location) || typeof type !== 'string' || type === '') return undefined;
  const { start, end, token } = location;
  if (!isWhole(start) || !isWhole(end)) return undefined;
  return { start, end: end + 1, type, unit: 'UTF-16 units', ...(typeof token === 'string' && { text: token }) };
}
