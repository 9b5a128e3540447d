import { describe, expect, test } from 'vitest';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { decodeText } from './decode-text.ts';
import { decodeLegacy, encodingChoices, legacyEncoder } from './legacy-encodings.ts';
import { ProblemLog } from './problem-log.ts';

/** Sentences as a corpus has them: a word and a tag in each line. */
const corpus = (text: string) =>
  text
    .split(' ')
    .map((word) => `${word} O\n`)
    .join('');

/** Vietnamese as Windows-1258 has it: tones are marks of their own, other marks are not. */
const withMarks = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(
      /([aeou])(\u0323?)([\u0302\u0306])/giu,
      (_, letter: string, dot: string, mark: string) => `${(letter + mark).normalize('NFC')}${dot}`,
    ) // prettier-ignore
    .replaceAll(/[ou]\u031B/giu, (letter) => letter.normalize('NFC'));

/** Languages with encodings that their texts have. */
const ASKED: readonly [string, readonly LegacyEncoding[]][] = [
  [
    'Wczoraj w Łodzi spotkał się z Małgorzatą Źdźbło, która mieszka przy ulicy Świętej Jadwigi i często jeździ do Gdańska.',
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    'Včera přijel do Prahy ředitel Jiří Dvořák a řekl, že příští týden navštíví také Plzeň a České Budějovice.',
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    'Tegnap Győrben találkozott Kőszegi Gergővel, aki egy nagyon szép, új könyvről beszélt, és sört is ivott a főtéren.',
    ['windows-1250', 'iso-8859-2'],
  ],
  ['Jučer je u Čakovcu održan sastanak s Željkom Šarićem, koji živi u Đurđevcu.', ['windows-1250', 'iso-8859-2']],
  [
    'Вчера в Москве прошла встреча с министром Сергеем Ивановым, который приехал из Новосибирска.',
    ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
  ],
  ['Иванов приехал вчера утром в Москву', ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']],
  ['Вчора у Києві відбулася зустріч із міністром, який приїхав із Чернівців.', ['windows-1251', 'koi8-u']],
  ['Ieri la Bucureşti, Ştefan Ţepeş a spus că va merge şi la Braşov în această săptămână.', ['windows-1250']],
  ['Χθες στην Αθήνα έγινε συνάντηση με τον υπουργό Γιώργο Παπαδόπουλο από τη Θεσσαλονίκη.', ['windows-1253']],
  ['Dün İstanbul’da Ayşe Yılmaz ile görüştü, sonra Eskişehir’e gitti ve Çağdaş Öztürk’ü aradı.', ['windows-1254']],
  ['אתמול בירושלים נפגש ראש הממשלה עם שר החוץ מחיפה.', ['windows-1255']],
  ['أمس في القاهرة التقى الوزير محمد علي مع مدير الشركة.', ['windows-1256']],
  ['Vakar Vilniuje įvyko susitikimas su Šiaulių meru, kuris atvažiavo iš Panevėžio.', ['windows-1257']],
  ['เมื่อวานนี้ที่กรุงเทพ นายกรัฐมนตรีพบกับรัฐมนตรี', ['windows-874']],
  ['Hôm qua ở Hà Nội ông Nguyễn Văn An gặp bà Trần Thị Hương và đến Đà Nẵng.', ['windows-1258']],
  ['昨日 東京 で 田中 さん が 会議 を 開き 、 ソニー の 社長 と 会った 。', ['shift_jis', 'euc-jp']],
  ['어제 서울 에서 김철수 장관 이 삼성전자 사장 을 만났다 .', ['euc-kr']],
  ['昨天 在 北京 举行 了 会议 ， 李明 的 公司 也 来 了 。', ['gb18030']],
  ['昨天 在 台北 舉行 了 會議 ， 李明 的 公司 也 來 了 。', ['big5']],
];

const cases = ASKED.flatMap(([text, encodings]) => encodings.map((encoding) => ({ encoding, text })));

describe('what is neither UTF-8 nor Western European', () => {
  test.each(cases)('$encoding is the first choice for: $text', ({ encoding, text: composed }) => {
    const text = encoding === 'windows-1258' ? withMarks(composed) : composed;
    const bytes = legacyEncoder(encoding)(corpus(text));
    expect(decodeLegacy(bytes, encoding)).toBe(corpus(text));
    const [first, ...others] = encodingChoices(bytes);
    expect(decodeLegacy(bytes, first!.encoding)).toBe(corpus(text)); // some texts are the same in two
    expect(first!.title).toBe(LEGACY_ENCODINGS[first!.encoding]);
    expect(corpus(text)).toContain(first!.sample);
    expect(others.at(-1)!.encoding).toBe('windows-1252');
  });
});

test.each([
  ['windows-1251', 'Москва'],
  ['windows-1251', 'Анна Каренина'],
  ['windows-1251', 'Иван Петров поехал в Москву'],
  ['windows-1253', 'Αθήνα'],
  ['windows-1253', 'Ελλάδα'],
  ['windows-1250', 'Łódź'],
  ['koi8-r', 'Москва'],
  ['ibm866', 'Москва'],
] as const)('of a few words, usual encodings come first: %s, %s', (encoding, text) => {
  expect(encodingChoices(legacyEncoder(encoding)(text))[0]).toMatchObject({ encoding });
});

describe('no choice is offered', () => {
  test.each([
    'Ayer llegó a Málaga el señor Íñigo Núñez, ¿de dónde?, y pagó 20 € en un café.',
    'Gestern sprach Frau Müller über Grüße aus Köln – „schön“, sagte sie in der Straße.',
    'Hier, à Orléans, l’été où François a déjà fêté Noël, il a dit « ça va » à sa sœur.',
    'Ontem em São Paulo a reunião não começou às três, disse João; é difícil pôr avós lá.',
    'I går åkte hon till Malmö och träffade Åsa på kaféet i Örebro.',
    'I går rejste hun til Ærø og mødte Søren på Nørrebro.',
    'Í gær fór hún til Akureyrar og hitti Þóru, þar sem veðrið var ágætt og sólin skein á fjöllin.',
    'Eilen hän matkusti Jyväskylään ja tapasi Päivin Hämeenlinnassa.',
    'Ahir la col·legiala va anar a Lleó, però és així: «què?», digué.',
    'È già lunedì: perché non c’è più nessuno laggiù, in città?',
    'El 1º de mayo, n.º 3, la 2ª vez — “sí” — costó 5½ £.',
    'The Brontë sisters’ house — a “museum” — charges £9.',
  ])('in Windows-1252: %s', (text) => {
    const bytes = legacyEncoder('windows-1252')(corpus(text));
    expect(decodeLegacy(bytes, 'windows-1252')).toBe(corpus(text));
    expect(encodingChoices(bytes)).toEqual([]);
  });

  test.each(ASKED)('in UTF-8, also with a broken byte: %s', (text) => {
    const bytes = new TextEncoder().encode(corpus(text));
    expect(encodingChoices(bytes)).toEqual([]);
    expect(encodingChoices(Uint8Array.of(...bytes, 0x20, 0xe4, 0x0a))).toEqual([]);
  });

  test.each([
    ['ASCII', new TextEncoder().encode('Oslo B-LOC\n')],
    ['an empty file', new Uint8Array()],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x41, 0x04, 0x0a, 0)],
    ['binary data', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xf0, 0xf1)],
    ['all bytes from 128 on', Uint8Array.from({ length: 10_000 }, (_, i) => 128 + ((i * 7919) % 128))],
    ['all bytes without a zero', Uint8Array.from({ length: 10_000 }, (_, i) => 1 + ((i * 7919) % 255))],
  ])('for %s', (_, bytes) => {
    expect(encodingChoices(bytes)).toEqual([]);
  });
});

/** Names of countries and languages, and dates, as the runtime knows them. */
function namesIn(language: string): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const named = (['region', 'language'] as const).flatMap((type) => {
    const names = new Intl.DisplayNames([language], { type, fallback: 'none' });
    return codes.map((code) => names.of(type === 'language' ? code.toLowerCase() : code) ?? '');
  });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full' });
  const dates = Array.from({ length: 70 }, (_, i) => date.format(new Date(2024, 0, 1 + 5 * i)));
  return [...new Set([...named, ...dates])].filter((name) => name !== '');
}

const LANGUAGES: Partial<Record<LegacyEncoding, string>> = {
  'windows-1250': 'pl cs sk hu ro hr sl',
  'iso-8859-2': 'pl cs sk hu ro hr sl',
  'windows-1251': 'ru uk bg be sr mk',
  'iso-8859-5': 'ru uk bg be sr mk',
  'x-mac-cyrillic': 'ru uk bg be sr mk',
  'koi8-r': 'ru',
  'koi8-u': 'uk',
  ibm866: 'ru',
  'windows-1253': 'el',
  'windows-1254': 'tr az',
  'windows-1255': 'he',
  'windows-1256': 'ar fa ur',
  'windows-1257': 'lt lv et',
  'windows-1258': 'vi',
  'windows-874': 'th',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'euc-kr': 'ko',
  gb18030: 'zh-CN',
  big5: 'zh-TW',
  macintosh: 'de fr es pt sv ca is et ga',
  'windows-1252': 'de fr es it pt nl da sv nb fi ca is et sq gl eu ga cy fo lb af en',
};

describe.each(Object.entries(LANGUAGES))('names and dates in %s', (name, languages) => {
  const encoding = name as LegacyEncoding;

  test.each(languages.split(' '))('%s', (language) => {
    const lacking: string[] = [];
    const encode = legacyEncoder(encoding, (character) => (lacking.push(character), '?'));
    // Romanian had cedillas.
    const written = (one: string) =>
      language === 'vi' ? withMarks(one) : one.replaceAll('ș', 'ş').replaceAll('ț', 'ţ');
    const names = namesIn(language).map(written);
    const all = names.filter((one) => {
      lacking.length = 0;
      encode(one);
      return lacking.length === 0;
    });
    expect(all.length).toBeGreaterThan(100);
    const bytes = encode(all.map((one) => `${one}\n`).join(''));
    const [first] = encodingChoices(bytes);
    const read = first && decodeLegacy(bytes, first.encoding);
    expect(read).toBe(encoding === 'windows-1252' ? undefined : decodeLegacy(bytes, encoding));
  });
});

test('a text is read in the likeliest encoding, with a remark', () => {
  const text = 'Title\n昨天在北京举行了会议，李明的公司也来了。\n';
  const log = new ProblemLog('a.txt');
  expect(decodeText('a.txt', legacyEncoder('gb18030')(text), log)).toBe(text);
  expect(log.sorted()).toMatchObject([
    { line: 2, kind: 'encoding', message: expect.stringContaining('read as GB 18030 (GBK), Chinese') as string },
  ]);
});

test('what an encoding lacks is written as a question mark', () => {
  expect(legacyEncoder('windows-1251')('Oслo 東')).toEqual(Uint8Array.of(0x4f, 0xf1, 0xeb, 0x6f, 0x20, 0x3f));
});
