import { expect, test } from 'vitest';
import { Pseudonyms } from './pseudonyms.ts';

const PER = (text: string) => ({ type: 'PER', text });

test('invented names keep the parts of persons, the case, and one kind for each type', () => {
  const pseudonyms = new Pseudonyms();
  const angela = pseudonyms.substitute(PER('Angela Merkel'));
  const [first, last] = angela.split(' ');
  expect(pseudonyms.substitute(PER('MERKEL'))).toBe(last!.toUpperCase());
  expect(pseudonyms.substitute(PER('\u00c1ngela'))).toBe(first);
  expect(pseudonyms.substitute(PER('angela  merkel'))).toBe(angela);
  expect(pseudonyms.substitute(PER('Ada Vale'))).not.toBe(angela);
  expect(pseudonyms.substitute({ type: 'LOC', text: 'Berlin' })).toMatch(/^\p{Lu}\p{Ll}+$/u);
  expect(pseudonyms.substitute({ type: 'DRUG', text: 'Aspirin' })).toBe('[DRUG 1]');
});

test('thousands of persons have different names, none of them a word of a real one', () => {
  const pseudonyms = new Pseudonyms();
  const real = ['Alva Stone', 'Benno Fennwald', ...Array.from({ length: 3000 }, (_, i) => `Person${i} Surname${i}`)];
  const made = real.map((text) => pseudonyms.substitute(PER(text)));
  expect(new Set(made).size).toBe(real.length);
  expect(made.slice(2).join(' ')).not.toMatch(/Alva|Benno|Fennwald/);
});

test('a later run goes on with the names and the shift of an earlier one', () => {
  const first = new Pseudonyms();
  const date = { type: 'DATE', text: '5 March 2024' };
  const before = [first.substitute(PER('Angela Merkel')), first.shifted(date)];
  expect(before[1]).not.toBe(date.text);
  expect(first.shifted({ type: 'DATE', text: 'Monday' })).toBe('[DATE]');
  const second = new Pseudonyms(first.takeFresh());
  expect([second.substitute(PER('Angela Merkel')), second.shifted(date)]).toEqual(before);
  expect(second.substitute(PER('Ada Vale'))).not.toBe(before[0]);
});

test('own names come in the order of their list, also those of one word, and go on with numbers', () => {
  const own = { PER: ['Mara Lind', 'Tove'], PLANT: ['Oak'] };
  const pseudonyms = new Pseudonyms([], own);
  const per = (text: string) => pseudonyms.substitute({ type: 'PER', text });
  expect(['Ada Vale', 'Vale', 'ADA', 'Mio Berg', 'Berg', 'Kai Holm'].map(per)).toEqual([
    'Mara Lind',
    'Lind',
    'MARA',
    'Tove',
    'Tove',
    'Mara Lind 2',
  ]);
  expect(pseudonyms.substitute({ type: 'PLANT', text: 'Beech' })).toBe('Oak');
  expect(pseudonyms.substitute({ type: 'constructor', text: 'Beech' })).toBe('[constructor 1]');
});

test('a name is never replaced by itself, a word of it, or a name that comes later; without another one in the list, by a label', () => {
  const texts = ['Nora Field', 'Ivo Lund', 'Tove'];
  const replaced = (...PER: string[]) => {
    const pseudonyms = new Pseudonyms([], { PER });
    const names = texts.map((text) => ({ type: 'PER', text }));
    pseudonyms.nameAll(names, 'substitute');
    return names.map((name) => pseudonyms.substitute(name));
  };
  expect(replaced('Nora Field', 'Mara Lind', 'Ada Lund', 'tóve', 'Kai Holm')).toEqual([
    'Mara Lind',
    'Kai Holm',
    'Lind 2',
  ]);
  expect(replaced('Field', 'Lund')).toEqual(['[PER 1]', '[PER 2]', '[PER 3]']);

  const pseudonyms = new Pseudonyms();
  const made = Array.from({ length: 100 }, (_, i) => pseudonyms.substitute(PER(`Single${i}`)));
  expect(new Set(made).size, 'surnames are not given twice').toBe(made.length);
});
