/** Encodings of text before UTF-8, as `TextDecoder` names them. */
export const LEGACY_ENCODINGS = {
  'windows-1250': 'Windows-1250, Central European',
  'iso-8859-2': 'ISO 8859-2, Central European',
  'windows-1251': 'Windows-1251, Cyrillic',
  'koi8-r': 'KOI8-R, Cyrillic',
  'koi8-u': 'KOI8-U, Cyrillic',
  'iso-8859-5': 'ISO 8859-5, Cyrillic',
  'x-mac-cyrillic': 'Mac OS Cyrillic',
  ibm866: 'DOS 866, Cyrillic',
  'windows-1253': 'Windows-1253, Greek',
  'windows-1254': 'Windows-1254, Turkish',
  'windows-1255': 'Windows-1255, Hebrew',
  'windows-1256': 'Windows-1256, Arabic',
  'windows-1257': 'Windows-1257, Baltic',
  'windows-1258': 'Windows-1258, Vietnamese',
  'windows-874': 'Windows-874, Thai',
  shift_jis: 'Shift JIS, Japanese',
  'euc-jp': 'EUC-JP, Japanese',
  'euc-kr': 'EUC-KR, Korean',
  gb18030: 'GB 18030 (GBK), Chinese',
  big5: 'Big5, Chinese',
  macintosh: 'Mac OS Roman, Western European',
  'windows-1252': 'Windows-1252 (Latin-1), Western European',
} as const;

export type LegacyEncoding = keyof typeof LEGACY_ENCODINGS;

/** For people. */
export function encodingTitle(encoding: string): string {
  if (encoding === 'utf-8') return 'UTF-8, damaged';
  return Object.hasOwn(LEGACY_ENCODINGS, encoding) ? LEGACY_ENCODINGS[encoding as LegacyEncoding] : encoding;
}

/** How a text is read that is neither UTF-8 nor UTF-16. Plain data. */
export interface EncodingReading {
  /** What its bytes are likely in, or what it declares, as `TextDecoder` names it. */
  guess: string;
  /** What a person chose. */
  chosen?: LegacyEncoding | undefined;
  /** The encodings that its bytes may be in, with its first word beyond ASCII as it reads in them. */
  samples: readonly { encoding: LegacyEncoding; sample: string }[];
}
