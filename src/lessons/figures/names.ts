/** The figures that a chapter can show; `src/app/features/lessons/figures` draws them. */
export const FIGURE_NAMES = [
  'tags',
  'pooling',
  'filter',
  'fading',
  'memory',
  'gates',
  'directions',
  'softmax',
  'paths',
  'forward',
  'viterbi',
  'loss',
  'descent',
  'overlap',
] as const;

export type FigureName = (typeof FIGURE_NAMES)[number];

export const isFigureName = (name: string): name is FigureName => FIGURE_NAMES.includes(name as FigureName);
