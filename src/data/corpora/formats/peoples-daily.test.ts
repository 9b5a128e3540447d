import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { detectFormat } from './registry.ts';

test('names are read, of those within others the outer ones, and a family name with its given name', () => {
  const corpus = readText(
    [
      '19980101-01-001-001/m  [中共中央/nt  总书记/n]nt  、/w  国家/n  主席/n  江/nr  泽民/nr  ',
      '',
      '19980101-01-001-002/m  在/p  北京/ns  ，/w  [上海/ns  [新/a  世纪/n]l  中心/n]ns  为{wei4}/p  克林顿/nr  李/nr  鹏/nr  //w',
      '19980101-02-001-001/m  微软/nz  来/v  江/nrf  泽民/nrg',
    ].join('\r\n'),
    {},
    '199801.txt',
  );
  expect(corpus).toMatchObject({ format: 'peoplesDaily', documents: 2 });
  expect(corpus.question).toBeUndefined();
  expect(entitiesOf(corpus)).toEqual([
    'nt 中共中央 总书记',
    'nr 江 泽民',
    'ns 北京',
    'ns 上海 新 世纪 中心',
    'nr 克林顿',
    'nr 李 鹏',
    'nz 微软',
    'nr 江 泽民',
  ]);
  expect(tokensOf(corpus)[1]).toBe('在 北京 ， 上海 新 世纪 中心 为 克林顿 李 鹏 /');
  expect(corpus.problems.map(({ kind }) => kind)).toEqual(['choice', 'choice']);
});

test('a line of a whole corpus is read in a time that grows with its words', () => {
  const corpus = readText(`来/v 中国/ns\n${'[[中国/ns 的/u]nt]nt 来/v 江/nr 泽民/nr '.repeat(20_000)}\n`);
  expect(corpus.sentences[1]!.spans).toHaveLength(40_000);
});

test.each([
  ['来/v 中国/ns]nt', 'Found 中国/ns]nt, which ends a name that does not begin.'],
  ['来/v [中国/ns', 'The name that begins with [中国/ns does not end.'],
  ['来/v 中国', 'Found 中国, expected a word and its part of speech.'],
])('%s is skipped, with the reason', (line, reason) => {
  const corpus = readText(`${'来/v 中国/ns\n'.repeat(30)}${line}\n`);
  expect(corpus.problems.map(({ message }) => message)).toEqual([`${reason} The line was skipped.`]);
});

test.each([
  ['parts of speech without names', '来/v 中国/n 的/u\n他/r 来/v\n'],
  ['names without parts of speech (MSRA)', '中国/ns 来/o 了/o\n他/o 来/o\n'],
  ['other languages', 'Oslo/ns is/v\nAda/nr left/v\n'],
  ['tags of a scheme', '中/B-LOC 国/I-LOC 来/O\n他/O 来/O\n'],
])('is not in %s', (_, text) => {
  expect(detectFormat('a.txt', text.split('\n')).format).not.toBe('peoplesDaily');
});

test('has the same names when it is written and read', () => {
  const word = fc.constantFrom('中国', '来', '/', '的', '１９９８年', '（', '北京');
  const part = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    type: fc.option(fc.constantFrom('nr', 'ns', 'nt', 'nz'), { nil: undefined }),
  });
  const first = { words: ['北京'], type: 'ns' };
  fc.assert(
    fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { maxLength: 3 }), (given) => {
      const lines = [[first, { words: ['来'], type: undefined }], ...given];
      const written = lines.map((parts) =>
        parts
          .map(({ words, type }) => {
            const inside = words.map((one) => `${one}/v`).join('  ');
            return type === undefined ? inside : `[${inside}]${type}`;
          })
          .join('  '),
      );
      const names = lines.flat().filter(({ type }) => type !== undefined);
      expect(entitiesOf(readText(written.join('\n')))).toEqual(
        names.map(({ words, type }) => `${type} ${words.join(' ')}`),
      );
    }),
    { numRuns: 100 },
  );
});
