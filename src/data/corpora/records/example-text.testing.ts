/** A text with two entities, whose offsets in code points are not those in UTF-16 units. */
export const TEXT = '😀 Ada Byrne saw Varde. It rained.';
export const ENTITIES = ['PER Ada Byrne', 'LOC Varde'];
/** In code points: [2, 11) and [16, 21). */
export const [ADA, VARDE] = [
  { start: 2, end: 11, text: 'Ada Byrne' },
  { start: 16, end: 21, text: 'Varde' },
];
export const TUPLES = [
  [2, 11, 'PER'],
  [16, 21, 'LOC'],
];
