import type { ChosenColumns } from '../../../../data/features/lists/name-columns.ts';
import type { NameTable } from '../../../../data/features/lists/name-entry.ts';

/** What a column of a table of names holds. */
export type NameRole = 'name' | 'part' | 'alias' | 'type' | 'unused';

const LABELS: Record<NameRole, string> = {
  name: 'name',
  part: 'added to name',
  alias: 'other names',
  type: 'type',
  unused: 'not used',
};

export const NAME_ROLES = (Object.keys(LABELS) as NameRole[]).map((value) => ({ value, label: LABELS[value] }));

export function nameRole({ names, aliases, type }: ChosenColumns, column: number): NameRole {
  if (names.includes(column)) return names[0] === column ? 'name' : 'part';
  if (aliases.includes(column)) return 'alias';
  return type === column ? 'type' : 'unused';
}

/** The columns with another role of one. There is one name, which may have several parts, and one type. */
export function withNameRole(
  { names, aliases, type, hasHeader }: ChosenColumns,
  column: number,
  role: NameRole,
): ChosenColumns {
  const others = names.filter((one) => one !== column);
  const rest = {
    aliases: aliases.filter((one) => one !== column),
    type: type === column ? undefined : type,
    hasHeader,
  };
  if (role === 'name') return { ...rest, names: [column] };
  if (others.length === 0) return { names, aliases, type, hasHeader }; // a list has names
  if (role === 'part') return { ...rest, names: [...others, column] };
  if (role === 'alias') return { ...rest, names: others, aliases: [...rest.aliases, column].toSorted((a, b) => a - b) };
  return { ...rest, names: others, ...(role === 'type' && { type: column }) };
}

/** `name from city, type from country` */
export function columnsInWords(table: NameTable): string {
  const { names, aliases, type } = table.columns;
  const called = (columns: readonly number[]) => columns.map((column) => nameHead(table, column)).join(' and ');
  return [
    `names from ${called(names)}`,
    ...(aliases.length > 0 ? [`other names from ${called(aliases)}`] : []),
    ...(type === undefined ? [] : [`types from ${called([type])}`]),
  ].join(', ');
}

/** `city`, or `column 2` without a name. */
export function nameHead({ header }: NameTable, column: number): string {
  return header[column] || `column ${column + 1}`;
}
