import { describe, expect, test } from 'vitest';
import { sniff } from '../files/sniff.ts';
import { readVectors } from './read-vectors.ts';
import { fileOf } from './testing.ts';

/**
 * What Python 3.11 and NumPy 2.4 write of `words = ['ada', 'von Bonn', '1996']` and
 * `[[.5, -1.25, 3, 4, 5], [1, 2, 3, 4, .125], [0, 0, 0, -2, 9.5]]` as float32, in base64: `pickle.dumps`, `numpy.savez`,
 * `numpy.savez_compressed`.
 */
const FILES: [what: string, name: string, base64: string][] = [
  [
    'a dictionary of arrays, protocol 4',
    'v.pkl',
    'gASVHQEAAAAAAAB9lCiMA2FkYZSMFm51bXB5Ll9jb3JlLm11bHRpYXJyYXmUjAxfcmVjb25zdHJ1Y3SUk5SMBW51bXB5lIwHbmRhcnJheZSTlEsAhZRDAWKUh5RSlChLAUsFhZRoBYwFZHR5cGWUk5SMAmY0lImIh5RSlChLA4wBPJROTk5K/////0r/////SwB0lGKJQxQAAAA/AACgvwAAQEAAAIBAAACgQJR0lGKMCHZvbiBCb25ulGgEaAdLAIWUaAmHlFKUKEsBSwWFlGgRiUMUAACAPwAAAEAAAEBAAACAQAAAAD6UdJRijAQxOTk2lGgEaAdLAIWUaAmHlFKUKEsBSwWFlGgRiUMUAAAAAAAAAAAAAAAAAAAAwAAAGEGUdJRidS4=',
  ],
  [
    'a dictionary of arrays, protocol 2',
    'v.pkl',
    'gAJ9cQAoWAMAAABhZGFxAWNudW1weS5fY29yZS5tdWx0aWFycmF5Cl9yZWNvbnN0cnVjdApxAmNudW1weQpuZGFycmF5CnEDSwCFcQRjX2NvZGVjcwplbmNvZGUKcQVYAQAAAGJxBlgGAAAAbGF0aW4xcQeGcQhScQmHcQpScQsoSwFLBYVxDGNudW1weQpkdHlwZQpxDVgCAAAAZjRxDomIh3EPUnEQKEsDWAEAAAA8cRFOTk5K/////0r/////SwB0cRJiiWgFWBgAAAAAAAA/AADCoMK/AABAQAAAwoBAAADCoEBxE2gHhnEUUnEVdHEWYlgIAAAAdm9uIEJvbm5xF2gCaANLAIVxGGgJh3EZUnEaKEsBSwWFcRtoEIloBVgWAAAAAADCgD8AAABAAABAQAAAwoBAAAAAPnEcaAeGcR1ScR50cR9iWAQAAAAxOTk2cSBoAmgDSwCFcSFoCYdxIlJxIyhLAUsFhXEkaBCJaAVYFQAAAAAAAAAAAAAAAAAAAAAAAMOAAAAYQXElaAeGcSZScSd0cShidS4=',
  ],
  [
    'a dictionary of arrays, protocol 5',
    'v.pkl',
    'gAWV/gAAAAAAAAB9lCiMA2FkYZSME251bXB5Ll9jb3JlLm51bWVyaWOUjAtfZnJvbWJ1ZmZlcpSTlCiWFAAAAAAAAAAAAAA/AACgvwAAQEAAAIBAAACgQJSMBW51bXB5lIwFZHR5cGWUk5SMAmY0lImIh5RSlChLA4wBPJROTk5K/////0r/////SwB0lGJLBYWUjAFDlHSUUpSMCHZvbiBCb25ulGgEKJYUAAAAAAAAAAAAgD8AAABAAABAQAAAgEAAAAA+lGgLSwWFlGgPdJRSlIwEMTk5NpRoBCiWFAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAAAAYQZRoC0sFhZRoD3SUUpR1Lg==',
  ],
  [
    'a dictionary of lists',
    'v.pkl',
    'gASVsAAAAAAAAAB9lCiMA2FkYZRdlChHP+AAAAAAAABHv/QAAAAAAABHQAgAAAAAAABHQBAAAAAAAABHQBQAAAAAAABljAh2b24gQm9ubpRdlChHP/AAAAAAAABHQAAAAAAAAABHQAgAAAAAAABHQBAAAAAAAABHP8AAAAAAAABljAQxOTk2lF2UKEcAAAAAAAAAAEcAAAAAAAAAAEcAAAAAAAAAAEfAAAAAAAAAAEdAIwAAAAAAAGV1Lg==',
  ],
  [
    'a tuple of words and a matrix of float64',
    'v.pkl',
    'gAJYAwAAAGFkYXEAWAgAAAB2b24gQm9ubnEBWAQAAAAxOTk2cQKHcQNjbnVtcHkuX2NvcmUubXVsdGlhcnJheQpfcmVjb25zdHJ1Y3QKcQRjbnVtcHkKbmRhcnJheQpxBUsAhXEGY19jb2RlY3MKZW5jb2RlCnEHWAEAAABicQhYBgAAAGxhdGluMXEJhnEKUnELh3EMUnENKEsBSwNLBYZxDmNudW1weQpkdHlwZQpxD1gCAAAAZjhxEImIh3ERUnESKEsDWAEAAAA8cRNOTk5K/////0r/////SwB0cRRiiWgHWH4AAAAAAAAAAADDoD8AAAAAAADDtMK/AAAAAAAACEAAAAAAAAAQQAAAAAAAABRAAAAAAAAAw7A/AAAAAAAAAEAAAAAAAAAIQAAAAAAAABBAAAAAAAAAw4A/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMOAAAAAAAAAI0BxFWgJhnEWUnEXdHEYYoZxGS4=',
  ],
  [
    'a dictionary of numbers, and a matrix',
    'v.pkl',
    'gASV+wAAAAAAAAB9lCiMBXZvY2FilH2UKIwDYWRhlEsAjAh2b24gQm9ubpRLAYwEMTk5NpRLAnWMA2VtYpSMFm51bXB5Ll9jb3JlLm11bHRpYXJyYXmUjAxfcmVjb25zdHJ1Y3SUk5SMBW51bXB5lIwHbmRhcnJheZSTlEsAhZRDAWKUh5RSlChLAUsDSwWGlGgKjAVkdHlwZZSTlIwCZjSUiYiHlFKUKEsDjAE8lE5OTkr/////Sv////9LAHSUYolDPAAAAD8AAKC/AABAQAAAgEAAAKBAAACAPwAAAEAAAEBAAACAQAAAAD4AAAAAAAAAAAAAAAAAAADAAAAYQZR0lGJ1Lg==',
  ],
  [
    'a list of two arrays',
    'v.pkl',
    'gASVZQEAAAAAAABdlCiMFm51bXB5Ll9jb3JlLm11bHRpYXJyYXmUjAxfcmVjb25zdHJ1Y3SUk5SMBW51bXB5lIwHbmRhcnJheZSTlEsAhZRDAWKUh5RSlChLAUsDhZRoBIwFZHR5cGWUk5SMAlU4lImIh5RSlChLA4wBPJROTk5LIEsESwh0lGKJQ2BhAAAAZAAAAGEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHYAAABvAAAAbgAAACAAAABCAAAAbwAAAG4AAABuAAAAMQAAADkAAAA5AAAANgAAAAAAAAAAAAAAAAAAAAAAAACUdJRiaANoBksAhZRoCIeUUpQoSwFLA0sFhpRoDYwCZjSUiYiHlFKUKEsDaBFOTk5K/////0r/////SwB0lGKJQzwAAAA/AACgvwAAQEAAAIBAAACgQAAAgD8AAABAAABAQAAAgEAAAAA+AAAAAAAAAAAAAAAAAAAAwAAAGEGUdJRiZS4=',
  ],
  [
    'arrays, stored',
    'v.npz',
    'UEsDBC0AAAAAAAAAIQBZEVDw//////////8JABQAd29yZHMubnB5AQAQAOAAAAAAAAAA4AAAAAAAAACTTlVNUFkBAHYAeydkZXNjcic6ICc8VTgnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMywpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgCmEAAABkAAAAYQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAdgAAAG8AAABuAAAAIAAAAEIAAABvAAAAbgAAAG4AAAAxAAAAOQAAADkAAAA2AAAAAAAAAAAAAAAAAAAAAAAAAFBLAwQtAAAAAAAAACEAg16Gh///////////CwAUAHZlY3RvcnMubnB5AQAQALwAAAAAAAAAvAAAAAAAAACTTlVNUFkBAHYAeydkZXNjcic6ICc8ZjQnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMywgNSksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgCgAAAD8AAKC/AABAQAAAgEAAAKBAAACAPwAAAEAAAEBAAACAQAAAAD4AAAAAAAAAAAAAAAAAAADAAAAYQVBLAQItAy0AAAAAAAAAIQBZEVDw4AAAAOAAAAAJAAAAAAAAAAAAAACAAQAAAAB3b3Jkcy5ucHlQSwECLQMtAAAAAAAAACEAg16Gh7wAAAC8AAAACwAAAAAAAAAAAAAAgAEbAQAAdmVjdG9ycy5ucHlQSwUGAAAAAAIAAgBwAAAAFAIAAAAA',
  ],
  [
    'arrays, compressed, words as bytes',
    'v.npz',
    'UEsDBC0AAAAIAAAAIQCDXoaH//////////8FABQAdi5ucHkBABAAvAAAAAAAAABpAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GsY6CqaaOgq1CmQDLgYGBnsGhgX7GRgcHBgYGoB4AYgGijE4IMQY7BhQwQEGBglHAFBLAwQtAAAACAAAACEAXr0dQv//////////BQAUAHcubnB5AQAQAJgAAAAAAAAAVwAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBeE2yhrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RrGOpo6CrUKFACuxJREBhAoy89TcMrPyzO0tDQD8QFQSwECLQMtAAAACAAAACEAg16Gh2kAAAC8AAAABQAAAAAAAAAAAAAAgAEAAAAAdi5ucHlQSwECLQMtAAAACAAAACEAXr0dQlcAAACYAAAABQAAAAAAAAAAAAAAgAGgAAAAdy5ucHlQSwUGAAAAAAIAAgBmAAAALgEAAAAA',
  ],
  [
    'arrays, words as objects',
    'v.npz',
    'UEsDBC0AAAAIAAAAIQDHp7tW//////////8JABQAd29yZHMubnB5AQAQAC0BAAAAAAAA2wAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBe46+uo6Cell9UUpSYF59flJIKEnZLzClOBYoXZyQWpAL5GsY6mjoKtQqUAK4GlqmLGCCgRyyvNLegUi8+Ob8oVS+3NKckM7GoKLFySg9PfFFqcn5ecUlRaXLJlMlTeljBKqf0sOelQJRMnuLN0DrFmTFpSvuUoCka3ozezK1TMph7WFNKKgtSQVqY/C2mdHZAZJl7GGum+Pn5ef0HAjDhbV8yJakzdopGD3NiSuKUHo6y/DwFp/y8vCk9LIaWlmZTUoHyegBQSwMELQAAAAgAAAAhAINehof//////////wsAFAB2ZWN0b3JzLm5weQEAEAC8AAAAAAAAAGkAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNmoq6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaxjoKppo6CrUKZAMuBgYGewaGBfsZGBwcGBgagHgBiAaKMTggxBjsGFDBAQYGCUcAUEsBAi0DLQAAAAgAAAAhAMenu1bbAAAALQEAAAkAAAAAAAAAAAAAAIABAAAAAHdvcmRzLm5weVBLAQItAy0AAAAIAAAAIQCDXoaHaQAAALwAAAALAAAAAAAAAAAAAACAARYBAAB2ZWN0b3JzLm5weVBLBQYAAAAAAgACAHAAAAC8AQAAAAA=',
  ],
];
const WANTED = new Set(['ada', 'von_Bonn', '1996']);
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

describe.each(FILES)('%s', (_, name, base64) => {
  test('its words and vectors are read', async () => {
    const { vectors, words, problems } = await readVectors(fileOf(bytesOf(base64), name), { wanted: WANTED });
    expect([words, problems]).toEqual([3, []]);
    const read = Object.fromEntries(
      vectors.words.map((word, i) => [word, [...vectors.values.subarray(5 * i, 5 * i + 5)]]),
    );
    expect(read).toEqual({ ada: [0.5, -1.25, 3, 4, 5], von_Bonn: [1, 2, 3, 4, 0.125], '1996': [0, 0, 0, -2, 9.5] });
  });

  test('is recognised as vectors', async () => {
    expect(await sniff(new File([bytesOf(base64)], name))).toEqual({ kind: 'vectors' });
  });

  test('damaged in any byte it is refused, or read', async () => {
    for (let at = 2; at < bytesOf(base64).length; at += 3) {
      const bytes = bytesOf(base64);
      bytes[at]! ^= 0x15;
      const outcome = await readVectors(fileOf(bytes, name), { wanted: WANTED }).then(
        ({ words }) => words > 0,
        (error: unknown) => ['BadVectors', 'BadInput'].includes((error as { code: string }).code),
      );
      expect(outcome).toBe(true);
    }
  });
});

test('an archive of arrays without words says which arrays it has', async () => {
  const [, , base64] = FILES.at(-1)!;
  const bytes = bytesOf(base64);
  const at = new TextDecoder('latin1').decode(bytes).lastIndexOf('words.npy');
  bytes.set(new TextEncoder().encode('v'), at); // in the table of contents
  await expect(readVectors(fileOf(bytes, 'v.npz'), { wanted: WANTED })).resolves.toMatchObject({ words: 3 });
});
