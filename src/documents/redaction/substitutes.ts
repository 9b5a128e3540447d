import { isPersonType } from './name-matcher.ts';

// Invented, and of lengths without a common divisor, so that all pairs of a first name and a surname occur.
const FIRST_NAMES =
  'Alva Benno Cilla Dorin Elka Falko Gesa Hanno Ilka Jorin Keanu Liv Maris Nela Oskar Pia Quirin Ronja Silas Thea Ulf Veit Wanda Xenia Yorick Zelda Arno Birte Corvin Delia Enno Fenja Gero Henrike Imke Jaron Kerrin'.split(
    ' ',
  );
const SURNAMES =
  'Abelsund Brookmere Caldwick Drosvik Elmhurst Fennwald Garholm Hollvik Iversund Jasmark Kettelborn Lindmoor Marlveen Nordhag Ostervald Pellwitz Quernbach Rostvik Sandholt Tillmark Ulvander Vestmoor Wiesland Yarrowby Zellmark Ashvane Birkholt Corvald Dunmarsh Eskholt Farnwick'.split(
    ' ',
  );
const PLACES =
  'Adelmoor Brackwell Cresthaven Dunlow Elmstadt Foxholm Grauwick Hartmere Inselby Kaltenfurt Lowmark Mirefield Nebelstadt Oakhaven Pinewald Quellendorf Ravenmoor Seebrück Tarnwick Underhill Vellmar Westholm Yarnley Zornheim'.split(
    ' ',
  );
const ORGANISATIONS =
  'Arcen Borealis Cantura Delvion Evermont Fortana Graniton Helvaro Ithera Junovia Kestrel Lumarin Montevar Novaris Orbisand Pelagon Quantor Rivanta Solvena Terranox Umbrion Vantis Westara Zephyra'.split(
    ' ',
  );

const KINDS: readonly (readonly [types: RegExp, nth: (n: number) => string])[] = [
  [/^(LOC|GPE|LOCATION|PLACE|CITY|TOWN|ORT)$/i, (n) => numbered(PLACES, n)],
  [/^(ORG|ORGANI[SZ]ATION|COMPANY|FIRMA)$/i, (n) => numbered(ORGANISATIONS, n)],
];

/** Names of one's own to replace others by, by type. */
export type OwnNames = Readonly<Record<string, readonly string[]>>;

/** The n-th name to replace others of a type by, from 0: one's own, else an invented one; undefined if there is no list for it. */
export function substituteOf(type: string, n: number, own: OwnNames = {}): string | undefined {
  const list = Object.hasOwn(own, type) ? own[type]! : [];
  if (list.length > 0) return numbered(list, n);
  if (!isPersonType(type)) return KINDS.find(([types]) => types.test(type))?.[1](n);
  const pairs = FIRST_NAMES.length * SURNAMES.length;
  const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${SURNAMES[n % SURNAMES.length]}`;
  return n < pairs ? name : `${name} ${Math.floor(n / pairs) + 1}`;
}

function numbered(names: readonly string[], n: number): string {
  const name = names[n % names.length]!;
  return n < names.length ? name : `${name} ${Math.floor(n / names.length) + 1}`;
}
