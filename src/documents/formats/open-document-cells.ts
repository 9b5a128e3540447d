import type { Patch } from '../markup/patches.ts';
import type { Attributes } from '../markup/read-markup.ts';
import { scanMarkup } from '../markup/scan.ts';

/** Of a sheet in LibreOffice. */
const MOST_COLUMNS = 16_384;

interface Table {
  isHidden: boolean;
  isHiddenRow: boolean;
  /** Groups of rows or columns that are hidden, around what is read. */
  hiddenGroups: number;
  /** The number of visible columns before each declared one, and of all. */
  visibleBefore: Uint16Array;
  /** Columns that are declared, and columns of the current row before the next cell. */
  columns: number;
  column: number;
}

const CELL = /^table:(covered-)?table-cell$/;
const GROUP = /^table:table-(row|column)-group$/;

/**
 * What empties the cells of hidden sheets, rows and columns, and removes the drawings of hidden sheets (ODF 1.3, part
 * 3, §9.1, §9.2). Cells that are left out in place of emptied would move those after them.
 */
export function hiddenCells(xml: string): Patch[] {
  const patches: Patch[] = [];
  const styles = new HiddenStyles();
  const tables: Table[] = [];
  const open: { start: number; isHiddenGroup: boolean; replacement: string | undefined }[] = [];
  scanMarkup(xml, true, {
    open(name, attributes, tag) {
      styles.open(name, attributes);
      let replacement: string | undefined;
      const table = tables.at(-1);
      const isHiddenGroup = GROUP.test(name) && attributes['table:display'] === 'false';
      const isCollapsed = /^(collapse|filter)$/.test(attributes['table:visibility'] ?? '');
      const repeated = Math.min(Number(attributes['table:number-columns-repeated'] ?? 1) || 1, MOST_COLUMNS);
      if (name === 'table:table')
        tables.push(newTable(styles.areHidden(attributes['table:style-name']) || table?.isHidden === true));
      else if (isHiddenGroup && table !== undefined) table.hiddenGroups++;
      else if (table !== undefined && name === 'table:table-column')
        declare(table, repeated, isCollapsed || table.hiddenGroups > 0);
      else if (table !== undefined && name === 'table:table-row') {
        table.isHiddenRow = isCollapsed || table.hiddenGroups > 0;
        table.column = 0;
      } else if (table?.isHidden === true && name === 'table:shapes') replacement = '';
      else if (table !== undefined && CELL.test(name)) {
        if (isHiddenCell(table, repeated)) replacement = `<${name} table:number-columns-repeated="${repeated}"/>`;
        table.column += repeated;
      }
      open.push({ start: tag.start, isHiddenGroup, replacement });
    },
    close(name, tag) {
      const element = open.pop();
      const table = name === 'table:table' ? tables.pop() : tables.at(-1);
      if (element === undefined) return; // of a damaged file
      const { start, isHiddenGroup, replacement } = element;
      if (isHiddenGroup && table !== undefined) table.hiddenGroups--;
      if (replacement !== undefined) patches.push({ start, end: tag.end, text: replacement });
    },
    text: () => undefined,
    comment: () => undefined,
  });
  return patches;
}

function newTable(isHidden: boolean): Table {
  const visibleBefore = new Uint16Array(MOST_COLUMNS + 1);
  return { isHidden, isHiddenRow: false, hiddenGroups: 0, visibleBefore, columns: 0, column: 0 };
}

function declare(table: Table, repeated: number, isHidden: boolean): void {
  const { visibleBefore } = table;
  const end = Math.min(table.columns + repeated, MOST_COLUMNS);
  for (let c = table.columns; c < end; c++) visibleBefore[c + 1] = visibleBefore[c]! + Number(!isHidden);
  table.columns = end;
}

/** @param repeated columns of the next cell, which is hidden if all of them are */
function isHiddenCell({ isHidden, isHiddenRow, visibleBefore, columns, column }: Table, repeated: number): boolean {
  const end = Math.min(column + repeated, MOST_COLUMNS);
  return isHidden || isHiddenRow || (end <= columns && visibleBefore[end] === visibleBefore[column]);
}

/** Styles of tables, and of those which are of hidden sheets. */
class HiddenStyles {
  readonly #parents = new Map<string, string | undefined>();
  readonly #display = new Map<string, boolean>();
  #current = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'style:style') {
      this.#current = attributes['style:name'] ?? '';
      this.#parents.set(this.#current, attributes['style:parent-style-name']);
    }
    const display = attributes['table:display'];
    if (name === 'style:table-properties' && display !== undefined)
      this.#display.set(this.#current, display !== 'false');
  }

  /** @param style of a sheet: its own setting, or that of the nearest style that it inherits from */
  areHidden(style: string | undefined): boolean {
    const seen = new Set<string>();
    for (let at = style; at !== undefined && !seen.has(at); at = this.#parents.get(at)) {
      const isDisplayed = this.#display.get(at);
      if (isDisplayed !== undefined) return !isDisplayed;
      seen.add(at);
    }
    return false;
  }
}
