import { describe, expect, test } from 'vitest';
import { ENTITY_COLOURS, entityLooks } from './entity-look.ts';

type Rgb = [number, number, number];

function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: string, b: string): number {
  const x = luminance(linear(a));
  const y = luminance(linear(b));
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const SIGHT: Record<string, Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** Björn Ottosson's OKLab of linear RGB. */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function seen(hex: string, rows: Rgb[]): Rgb {
  const [r, g, b] = linear(hex);
  return oklab(rows.map(([x, y, z]) => Math.max(0, x * r + y * g + z * b)) as Rgb);
}

describe.each([
  { theme: 'light', background: '#ffffff' },
  { theme: 'dark', background: '#16181b' },
] as const)('colours of the $theme theme', ({ theme, background }) => {
  test.each(ENTITY_COLOURS[theme])('%s stands out from the background by 3:1', (colour) => {
    expect(contrast(colour, background)).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.keys(SIGHT))('the first five are distinguishable with %s', (sight) => {
    const colours = ENTITY_COLOURS[theme].slice(0, 5).map((colour) => seen(colour, SIGHT[sight] ?? []));
    const distances = colours.flatMap((a, i) =>
      colours.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
    );
    expect(Math.min(...distances)).toBeGreaterThan(0.06);
  });
});

describe('entityLooks', () => {
  test('a common type has the same look in every corpus', () => {
    const conll = entityLooks(['LOC', 'MISC', 'ORG', 'PER']);
    const wiki = entityLooks(['PER', 'LOC']);
    expect(wiki.get('PER')).toEqual(conll.get('PER'));
    expect(wiki.get('LOC')).toEqual(conll.get('LOC'));
  });

  test('other types take the free colours in order', () => {
    const looks = entityLooks(['Chemical', 'PER', 'Disease']);
    expect(looks.get('PER')?.colour).toBe('var(--entity-0)');
    expect(looks.get('Chemical')?.colour).toBe('var(--entity-1)');
    expect(looks.get('Disease')?.colour).toBe('var(--entity-2)');
  });

  test('two types with the same preferred colour do not share it', () => {
    const looks = entityLooks(['LOC', 'GPE']);
    expect(looks.get('LOC')?.colour).not.toBe(looks.get('GPE')?.colour);
  });

  test('types of an annotation set keep the colours that were chosen there; types that are not shown take none', () => {
    const known = [
      { name: 'Ship', colour: 0, key: '1' },
      { name: 'Port', colour: 5, key: '2' },
      { name: 'Sea', colour: 1, key: '3' },
    ];
    const looks = entityLooks(['Harbour', 'PER', 'Port', 'Ship'], known);
    expect(Array.from(looks, ([type, { colour }]) => `${type} ${colour}`).toSorted()).toEqual([
      'Harbour var(--entity-1)',
      'PER var(--entity-2)',
      'Port var(--entity-5)',
      'Ship var(--entity-0)',
    ]);
  });

  test('no two of 24 types look alike', () => {
    const looks = [...entityLooks(Array.from({ length: 24 }, (_, i) => `T${i}`)).values()];
    expect(new Set(looks.map(({ colour, shape, dash }) => `${colour} ${shape} ${dash}`)).size).toBe(24);
  });
});
