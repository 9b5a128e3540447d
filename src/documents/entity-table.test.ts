import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesKept } from '../../test/helpers/garbage.ts';
import { textOfBlocks } from './document.ts';
import { EntityTable, tableEntities, type TableEntity } from './entity-table.ts';

const entity = (text: string, type = 'PER'): TableEntity => {
  return { place: 'page 2', start: 3, end: 3 + text.length, text, type, probability: 0.123456789, by: 'model' };
};

test('a line for each entity, and counts by type and name whatever the spelling', () => {
  const table = new EntityTable();
  const lines = [
    table.add('a.pdf', [entity('Ángela Merkel'), entity('ANGELA\n  MERKEL'), entity('Norrby', 'LOC')]),
    table.add('b, c.pdf', [entity('Angela-Merkel'), entity('ANGELA MERKEL'), entity('=1+1'), entity('—')]),
  ];
  expect(lines[0]!.split('\n')[1]).toBe('a.pdf,page 2,3,18,ANGELA MERKEL,PER,0.123457,model,angela merkel');
  expect(lines[1]).toContain('"b, c.pdf",page 2,');
  expect([...table.counts()].join('')).toBe(
    `type,name,spelling,count,documents
LOC,norrby,Norrby,1,1
PER,angela merkel,ANGELA MERKEL,4,2
PER,1 1,'=1+1,1,1
PER,—,—,1,1
`,
  );
});

test('counts of lines that are read again are those of entities; half a line is none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a.txt', 'b "c", d.txt'), fc.string({ unit: 'grapheme', minLength: 1 }))),
      (found) => {
        const [first, second] = [new EntityTable(), new EntityTable()];
        const lines = found.map(([document, text]) => first.add(document, [entity(text)]));
        for (const [i, line] of lines.entries()) {
          expect(line.slice(0, -1)).not.toContain('\n');
          expect(second.addLine(line.slice(0, -1), (document) => document === found[i]![0])).toBe(true);
        }
        // A formula keeps the apostrophe that made it harmless.
        const counts = (table: EntityTable) => [...table.counts()].join('').replaceAll(/(^|,)'+/gm, '$1');
        expect(counts(second)).toBe(counts(first));
        expect(second.addLine('a.txt,page 2,3', () => true)).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});

test('offsets point into the text of the document, in code points', () => {
  const blocks = fc.array(
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => ({ text: `🙂${text}é`, place: 'page 1' })),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(blocks, fc.nat(), (some, seed) => {
      const block = seed % some.length;
      const { text } = some[block]!;
      const range = { block, start: 2, end: text.length, type: 'PER', probability: 1, by: 'hand' };
      const [row] = tableEntities(some, [range]);
      expect([...textOfBlocks(some)].slice(row!.start, row!.end).join('')).toBe(text.slice(2));
      expect(row!.text).toBe(text.slice(2));
    }),
  );
});

test('names do not keep the texts that they come from in memory', async () => {
  const size = 1_000_000;
  const texts = (use: (text: string, i: number) => void) => {
    for (let i = 0; i < 50; i++) use(Buffer.alloc(size, `Nora Field Number-${i} `).toString(), i);
  };
  const table = new EntityTable();
  const added = await bytesKept(() => texts((text, i) => table.add(`${i}.txt`, [entity(text.slice(0, 20))])));
  const again = await bytesKept(() =>
    texts((text, i) => {
      const line = `${i}.txt,page 2,3,18,${text.slice(5, 23)},PER,0.5,model,name\n`.padEnd(size);
      table.addLine(line.slice(0, line.indexOf('\n')), () => true);
    }),
  );
  expect([...table.counts()].join('').split('\n').length).toBeGreaterThan(50);
  for (const bytes of [added, again]) expect(bytes).toBeLessThan(5 * size);
});
