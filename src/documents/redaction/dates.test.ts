import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shiftDate } from './dates.ts';

test.each([
  ['2024-03-05', '2024-03-15'],
  ['05.03.2024', '15.03.2024'],
  ['25.12.2023', '04.01.2024'],
  ['5/3/24', '15/3/24'],
  ['3/25/2024', '4/4/2024'],
  ['5 March 2024', '15 March 2024'],
  ['23rd of March', '2nd of April'],
  ['MARCH 25, 2024', 'APRIL 4, 2024'],
  ['March 2024', 'March 2024'],
  ['ngày 25 tháng 12 năm 2023', 'ngày 4 tháng 1 năm 2024'],
])('%s', (text, later) => {
  expect(shiftDate(text, 10)).toBe(later);
  expect(shiftDate(text, 0)).toBe(text);
});

test.each(['2024', 'Monday', 'yesterday', '31.02.2024', '5/13/13/2024', 'May', 'in 3 days'])(
  '%s is no date',
  (text) => {
    expect(shiftDate(text, 10)).toBeUndefined();
  },
);

test('a shift and its reverse give the same text; intervals are kept', () => {
  const days = fc.integer({ min: -20_000, max: 20_000 });
  const forms = fc.constantFrom<(date: Date) => string>(
    (date) => date.toISOString().slice(0, 10),
    (date) => date.toLocaleDateString('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }),
    (date) => date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    (date) => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    (date) => date.toLocaleDateString('de-DE', { dateStyle: 'long', timeZone: 'UTC' }),
  );
  fc.assert(
    fc.property(days, days, forms, (from, by, write) => {
      const at = (day: number) => write(new Date(Date.UTC(2000, 0, 1 + day)));
      expect(shiftDate(at(from), by)).toBe(at(from + by));
    }),
  );
});
