import { scanMarkup, type Range } from '../markup/scan.ts';
import type { Patch } from '../markup/patches.ts';

/** Of a sheet in LibreOffice. */
const MOST_COLUMNS = 16_384;

interface Table {
  isHidden: boolean;
  isHiddenRow: boolean;
  /** Of each hidden column, the next that is not hidden with it; 0 of visible ones. */
  hiddenUntil: Uint16Array;
  /** Columns that are declared, and columns of the current row before the next cell. */
  columns: number;
  column: number;
}

/**
 * What empties the cells of hidden sheets, rows and columns (ODF 1.3, part 3, §19.749, §20.406). Cells that are left out in place of
 * emptied would move those after them.
 */
export function hiddenCells(xml: string): Patch[] {
  const patches: Patch[] = [];
  const hiddenStyles = new Set<string>();
  const tables: Table[] = [];
  const open: { tag: Range; empty: string | undefined }[] = [];
  let style = '';
  scanMarkup(xml, true, {
    open(name, attributes, tag) {
      let empty: string | undefined;
      const table = tables.at(-1);
      const isCollapsed = /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '');
      const repeated = Math.min(Number(attributes['table:number-columns-repeated'] ?? 1) || 1, MOST_COLUMNS);
      if (name === 'style:style') style = attributes['style:name'] ?? '';
      if (name === 'style:table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      if (name === 'table:table') {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '') || table?.isHidden === true;
        tables.push({
          isHidden,
          isHiddenRow: false,
          hiddenUntil: new Uint16Array(MOST_COLUMNS),
          columns: 0,
          column: 0,
        });
      } else if (table !== undefined && name === 'table:table-column') {
        const next = table.columns + repeated;
        if (isCollapsed) table.hiddenUntil.fill(next, table.columns, next);
        table.columns = next;
      } else if (table !== undefined && name === 'table:table-row') {
        table.isHiddenRow = isCollapsed;
        table.column = 0;
      } else if (table !== undefined && /^table:(covered-)?table-cell$/.test(name)) {
        const next = table.column + repeated;
        if (table.isHidden || table.isHiddenRow || (table.hiddenUntil[table.column] ?? 0) >= next)
          empty = `<${name} table:number-columns-repeated="${repeated}"/>`;
        table.column = next;
      }
      open.push({ tag, empty });
    },
    close(name, tag) {
      const element = open.pop();
      if (name === 'table:table') tables.pop();
      if (element?.empty !== undefined) patches.push({ start: element.tag.start, end: tag.end, text: element.empty });
    },
    text: () => undefined,
    comment: () => undefined,
  });
  return patches;
}
