import type { LabelledText, Lengths } from '../../../data/corpora/statistics.ts';
import { savedColumns, type Table } from '../../../lib/table.ts';
import type { FileStatistics } from '../../../workers/wire/statistics.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount } from '../../look/format.ts';
import { TypeName } from '../../ui/entity/TypeName.tsx';
import type { ViewColumn, ViewTable } from '../../ui/tables/DataTable.tsx';
import { labelsInWords } from './in-words.ts';

/** Of sentences or entities. */
export function lengthsTable({ bins }: Lengths): Table<Lengths['bins'][number]> {
  return {
    columns: [
      { name: 'tokens', head: 'Tokens', value: ({ label }) => label },
      { name: 'count', head: 'Count', value: ({ count }) => count, text: ({ count }) => formatCount(count) },
    ],
    rows: bins,
  };
}

const typeColumn = <Row extends { type: string }>(head: string): ViewColumn<Row> => ({
  name: 'type',
  head,
  value: ({ type }) => type,
  text: ({ type }) => <TypeName type={type} />,
});

const ENTITIES = {
  name: 'count',
  head: 'Entities',
  value: ({ count }: { count: number }) => count,
  text: ({ count }: { count: number }) => formatCount(count),
};

export function typesTable({ statistics: { types } }: FileStatistics): ViewTable<(typeof types)[number]> {
  return {
    columns: [
      typeColumn('Type'),
      ENTITIES,
      {
        name: 'distinct',
        head: 'Distinct',
        value: ({ distinct }) => distinct,
        text: ({ distinct }) => formatCount(distinct),
      },
    ],
    rows: types,
  };
}

type SharedRow = FileStatistics['entities'][number]['types'][number] & { train: string; file: string };

/** What a file shares with training files. */
export function sharedTable(entities: FileStatistics['entities'], head = ''): ViewTable<SharedRow> {
  return {
    columns: [
      ...savedColumns<SharedRow>({ train: ({ train }) => train, file: ({ file }) => file }),
      typeColumn(head),
      ENTITIES,
      {
        name: 'shared',
        head: 'Shared',
        value: ({ shared }) => shared,
        text: ({ shared, count }) => formatShare(shared / count),
      },
    ],
    rows: entities.flatMap(({ train, file, types }) => types.map((row) => ({ train, file, ...row }))),
  };
}

export function labelledTable(texts: readonly LabelledText[]): Table<LabelledText> {
  return {
    columns: [
      { head: 'Text', value: ({ text }) => text },
      { head: 'Count', text: ({ count }) => formatCount(count) },
      { head: 'Labels', text: labelsInWords },
    ],
    rows: texts,
  };
}

type LabelRow = { text: string } & LabelledText['labels'][number];

/** A row per text and label, for a file. */
export function labelsTable(texts: readonly LabelledText[]): Table<LabelRow> {
  return {
    columns: savedColumns<LabelRow>({
      text: ({ text }) => text,
      label: ({ label }) => label,
      count: ({ count }) => count,
    }),
    rows: texts.flatMap(({ text, labels }) => labels.map((label) => ({ text, ...label }))),
  };
}
