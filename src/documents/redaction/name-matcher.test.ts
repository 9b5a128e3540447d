import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedName } from './fold.ts';
import { NameMatcher } from './name-matcher.ts';

const found = (names: Record<string, string>, text: string) =>
  new NameMatcher(Object.entries(names).map(([name, type]) => ({ type, text: name })))
    .find(text)
    .map(({ start, end }) => text.slice(start, end));

test('a name in any spelling; parts of persons where they look like names', () => {
  const text = 'ANGELA  MERKEL, Ángela, angela.merkel@example.org; a merkel, Merkels';
  expect(found({ 'Angela Merkel': 'PER' }, text)).toEqual(['ANGELA  MERKEL', 'Ángela', 'angela.merkel']);
});

test('a word in small letters where it is written as one of the names', () => {
  expect(found({ merkel: 'PER', 'Ada Vale': 'PER' }, 'merkel and Merkel met vale, the')).toEqual(['merkel', 'Merkel']);
});

test('the last word of other short names, not of descriptions', () => {
  expect(found({ 'Farid Petrov': 'ORG', 'Bank of America': 'ORG' }, 'Petrov, Farid, America')).toEqual(['Petrov']);
});

test('ligatures, soft hyphens, scripts without spaces, and what Arabic writes together', () => {
  expect(found({ 'Ann Sheffield': 'PER' }, 'She\uFB03eld is She\u00ADffield')).toEqual([
    'She\uFB03eld',
    'She\u00ADffield',
  ]);
  expect(found({ 王小明: 'PER' }, '昨天王小明来了')).toEqual(['王小明']);
  expect(found({ 'محمد السيد': 'PER' }, 'ومحمد')).toEqual(['محمد']);
});

test('accents distinguish single words of Vietnamese', () => {
  expect(found({ 'Nguyễn Văn Thắng': 'PER' }, 'Vấn đề của Văn và THẮNG')).toEqual(['Văn', 'THẮNG']);
});

test('short words and numbers are not looked for', () => {
  expect(found({ Li: 'PER', '12': 'DATE', '2019': 'DATE' }, 'Li was 12 in 2019')).toEqual(['2019']);
});

test('a name is found wherever it stands alone', () => {
  const word = fc.stringMatching(/^[A-ZÄÖÜ][a-zäöüéñ]{3,8}$/);
  fc.assert(
    fc.property(
      word,
      word,
      fc.constantFrom(' ', '\u00a0', '\n', '-'),
      fc.constantFrom('', '.', ',', ' '),
      (first, last, gap, after) => {
        const name = `${first}${gap}${last}`;
        expect(found({ [`${first} ${last}`]: 'PER' }, `xx ${name.toUpperCase()}${after} yy`)).toEqual([
          name.toUpperCase(),
        ]);
        expect(foldedName(name.toUpperCase())).toBe(foldedName(name));
      },
    ),
  );
});
