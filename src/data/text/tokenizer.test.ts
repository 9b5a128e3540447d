import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from './tokenizer.ts';

/** One string per sentence, tokens separated by spaces. */
const split = (text: string) => tokenize(text).map((sentence) => sentence.map((token) => token.text).join(' '));

/** Any code point except surrogates. Much faster to set up than the library's own units. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('tokenize: tokens', () => {
  it.each([
    // contractions and possessives
    ["I can't, won't and don't.", "I ca n't , wo n't and do n't ."],
    ["It's they'll we've I'd I'm you're", "It 's they 'll we 've I 'd I 'm you 're"],
    ["CAN'T IT'S", "CA N'T IT 'S"],
    ['Don’t, it’s', 'Do n’t , it ’s'],
    ["Reuters' report on O'Brien's o'clock l'Homme", "Reuters ' report on O'Brien 's o'clock l'Homme"],
    ["the U.S.'s 1990s", "the U.S. 's 1990s"],
    ['cannot', 'cannot'],
    // abbreviations, initials
    ['Mr. J. Smith of Acme Inc. met Dr. Roe', 'Mr. J. Smith of Acme Inc. met Dr. Roe'],
    ['U.S. President, U.N. and a.m. vs. me', 'U.S. President , U.N. and a.m. vs. me'],
    ['No. 5 on p. 7', 'No. 5 on p. 7'],
    ['made c. 1640, d. 1871', 'made c. 1640 , d. 1871'],
    ['Ph.D. e.g. here', 'Ph.D. e.g. here'],
    // hyphens and dashes
    ['EU-wide non-U.S. U.S.-based 26-year-old 6-4', 'EU-wide non-U.S. U.S.-based 26-year-old 6-4'],
    ['pre- and post-war', 'pre- and post-war'],
    ['London -- 1996--now — then', 'London -- 1996 -- now — then'],
    // numbers, money
    ['$1,000.50, C$3.5m, 50% at 10:30 on 8/22/96', '$ 1,000.50 , C$ 3.5m , 50 % at 10:30 on 8/22/96'],
    ['(-5) +0.3 .5 3-1', '( -5 ) +0.3 .5 3-1'],
    ['and/or km/h 1/2', 'and / or km / h 1/2'],
    ['1. Michael Johnson (U.S.) 19.66', '1. Michael Johnson ( U.S. ) 19.66'],
    // quotes, brackets, marks
    ['"Go," (he) [said]: «no»; “yes”?', '" Go , " ( he ) [ said ] : « no » ; “ yes ” ?'],
    ["``Go''", "`` Go ''"],
    ['Wait... what?! *** ok', 'Wait ... what ?!|*** ok'],
    ['AT&T and S&P', 'AT&T and S&P'],
    // addresses
    [
      'See https://example.com/a?b=1. Or a.b@c.co.uk, reuters.com',
      'See https://example.com/a?b=1 .|Or a.b@c.co.uk , reuters.com',
    ],
    ['@user #topic', '@user #topic'],
    ['👩‍👩‍👧 🇩🇪 👍🏽', '👩‍👩‍👧 🇩🇪 👍🏽'],
    // other scripts
    ['Müller naïve Москва Αθήνα שלום', 'Müller naïve Москва Αθήνα שלום'],
    ['می‌خواهم بروم؟ بله.', 'می‌خواهم بروم ؟|بله .'],
    ['नमस्ते दुनिया। कैसे हो', 'नमस्ते दुनिया ।|कैसे हो'],
  ])('%s', (text, expected) => {
    expect(split(text).join('|')).toBe(expected);
  });

  it('splits scripts without spaces by dictionary, and from other letters', () => {
    const sentences = split('東京は日本の首都です。AppleがiPhoneを発表！？2024年');
    expect(sentences.map((sentence) => sentence.replaceAll(' ', ''))).toEqual([
      '東京は日本の首都です。',
      'AppleがiPhoneを発表！？',
      '2024年',
    ]);
    expect(sentences[0]!.split(' ')).toEqual(expect.arrayContaining(['東京', '日本', '。']));
    expect(sentences[1]!.split(' ')).toEqual(expect.arrayContaining(['Apple', 'iPhone', '！？']));
    expect(split('สวัสดีครับ')[0]!.split(' ').length).toBeGreaterThan(1);
  });

  it('drops only white space and invisible characters, and returns the offsets of each token', () => {
    const word = fc.constantFrom(
      'Mr.',
      'U.S.',
      "can't",
      'EU-wide',
      '"',
      '(',
      ')',
      '.',
      '...',
      '3.5',
      '東京',
      '。',
      'é',
      'a&b',
      '👍🏽',
      "'s",
      '-',
    );
    const gap = fc.constantFrom('', ' ', '\n', '\n\n', '\r\n', '\u00a0');
    const texts = fc.oneof(
      fc.array(fc.tuple(word, gap), { maxLength: 30 }).map((parts) => parts.flat().join('')),
      fc.string({ unit: codePoint }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = tokenize(text).flat();
        expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual(tokens.map((token) => token.text));
        expect(tokens.every(({ start }, i) => start >= (tokens[i - 1]?.end ?? 0))).toBe(true);
        expect(tokens.every(({ text: own }) => own !== '' && !/\s/u.test(own))).toBe(true);
        const visible = (all: string) => all.replace(/[\s\p{Cf}\p{Cc}\p{M}]/gu, '');
        expect(visible(tokens.map((token) => token.text).join(''))).toBe(visible(text));
      }),
      { numRuns: 300 },
    );
  });

  it('knows where letters of scripts without spaces are', () => {
    // Those beyond U+0E00 are not between U+2000 and U+2E7F, where the lexer does not look.
    const unspaced =
      /(?=[\p{L}\p{M}\p{Nd}\p{No}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
    const between = Array.from({ length: 0x0e80 }, (_, i) => String.fromCodePoint(0x2000 + i));
    expect(between.filter((letter) => unspaced.test(letter))).toEqual([]);
    expect(split('Espan\u0303a')).toEqual(['Espan\u0303a']);
    expect(split('東京 Espan\u0303a')).toEqual(['東京 Espan\u0303a']);
    expect(split('東京 Ada 東京 it’s')).toEqual(['東京 Ada 東京 it ’s']);
  });

  it('finds the same tokens with the patterns for ASCII, for scripts with spaces, and for all', () => {
    const ascii = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/\s/g, ' '));
    const piece = fc.constantFrom(
      'a',
      'B',
      '1',
      "'",
      '.',
      '-',
      '@',
      ' ',
      ',',
      '$',
      '/',
      ':',
      '&',
      '#',
      '+',
      '_',
      "n't",
      '\t',
    );
    const some = fc.oneof(
      ascii,
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(some, (text) => {
        const [first, ...expected] = tokenize(`§ ${text}`).flat();
        expect(first?.text).toBe('§');
        const [han, ...all] = tokenize(`東 ${text}`).flat();
        expect(han?.text).toBe('東');
        expect(all).toEqual(expected);
        const [plain, ...tokens] = tokenize(`/ ${text}`).flat();
        expect(plain?.text).toBe('/');
        expect(tokens).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds plain words as the patterns do, which read them where they are not between spaces', () => {
    const word = fc.constantFrom(
      'Ada',
      'v',
      'U',
      'No',
      "can't",
      'Mr.',
      'a@b.de',
      'C$',
      '5',
      'AT&T',
      'e\u0301',
      'http:',
      ',',
      'x,y',
      '#a',
      '(b',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom('', ',', '.', ', ', '-', '  '))), (parts) => {
        const text = parts.map(([some, after]) => `${some}${after} `).join('');
        const tokens = (of: string) =>
          tokenize(of)
            .flat()
            .map((token) => token.text);
        expect(tokens(text)).toEqual(tokens(text.replaceAll(' ', '\u2003')));
      }),
      { numRuns: 500 },
    );
  });
});

describe('tokenize: sentences', () => {
  it.each([
    ['He left. She stayed! Why? No idea…', ['He left .', 'She stayed !', 'Why ?', 'No idea …']],
    ['He lives in the U.S. He works for Acme Inc.', ['He lives in the U.S .', 'He works for Acme Inc .']],
    ['The U.S. Senate and Acme Corp. Ltd agreed', ['The U.S. Senate and Acme Corp. Ltd agreed']],
    [
      'Mr. The went to St. Paul. It was World War I. The end',
      ['Mr. The went to St. Paul .', 'It was World War I .', 'The end'],
    ],
    ['"Why?" she asked. "I know." (He left.) Then', ['" Why ? " she asked .', '" I know . "', '( He left . )', 'Then']],
    ['It cost 3.5 percent. 1996 was good', ['It cost 3.5 percent .', '1996 was good']],
    ['So... he said. Then... He', ['So ... he said .', 'Then ...', 'He']],
    ['the end.Next one', ['the end .', 'Next one']],
    ['in TP.HCM and ASP.NET by AT&T.Inc', ['in TP.HCM and ASP . NET by AT&T . Inc']],
    ['am 3.Mai kam sie. Er ging', ['am 3 . Mai kam sie .', 'Er ging']],
    ['Am 3. Mai und im 19. Jahrhundert. Er ging', ['Am 3. Mai und im 19. Jahrhundert .', 'Er ging']],
    [
      'Vgl. S. 14, z. B. in der Hauptstr. 5. Er rief: „Geh!“ Sie ging',
      ['Vgl. S. 14 , z. B. in der Hauptstr. 5 .', 'Er rief : „ Geh ! “', 'Sie ging'],
    ],
    ['Norvik S. A. demandó a EE. UU. Véase la pág. 14', ['Norvik S. A. demandó a EE. UU .', 'Véase la pág. 14']],
    ['It was May 3. May came', ['It was May 3 .', 'May came']],
    [
      'the end.[1] Then[2] this.[a][12] “So.”[3] Next',
      ['the end . [ 1 ]', 'Then [ 2 ] this . [ a ] [ 12 ]', '“ So . ” [ 3 ]', 'Next'],
    ],
    ['the end. [sic] is', ['the end .', '[ sic ] is']],
    ['He said " go . " Then he left', ['He said " go . "', 'Then he left']],
    ['seen before (ref. Smith) and (Yes.) Then', ['seen before ( ref . Smith ) and ( Yes . )', 'Then']],
    ['She said no. Yes', ['She said no .', 'Yes']],
    ['released by Warner Bros."', ['released by Warner Bros . "']],
    ['', []],
    [' \n\n \u200b', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('splits at line breaks, unless the paragraph is wrapped', () => {
    expect(split('A headline\nAnother one\r\n\r\nand a third')).toEqual(['A headline', 'Another one', 'and a third']);
    const wrapped =
      'This paragraph was wrapped to a narrow column by an\neditor, so that whatever is said of President\nClinton runs on. So\nit is.';
    // the third line is much shorter than the others, so the paragraph is not wrapped
    expect(split(wrapped)).toContain('Clinton runs on .');
    expect(split(wrapped.replace('So\n', 'So it goes until the end, and\n'))).toEqual([
      'This paragraph was wrapped to a narrow column by an editor , so that whatever is said of President Clinton runs on .',
      'So it goes until the end , and it is .',
    ]);
    expect(split(`${wrapped}\n\nShort`).at(-1)).toBe('Short');
    expect(
      split('all of these lines are in lower case and long enough\nso nobody can tell how they belong together'),
    ).toHaveLength(2);
  });

  it('takes linear time on long lines without spaces', () => {
    for (const text of [
      'a'.repeat(1e5),
      '. '.repeat(5e4),
      "'".repeat(1e5),
      'a-'.repeat(5e4),
      '1.'.repeat(5e4),
      'www.'.repeat(25_000),
      'a@'.repeat(5e4),
      'A.'.repeat(5e4),
      '%'.repeat(1e5),
      '+-'.repeat(5e4),
      '%D0%BF'.repeat(2e4),
      'a+'.repeat(5e4),
    ]) {
      expect(tokenize(text).flat().length).toBeGreaterThan(0);
    }
  });
});
