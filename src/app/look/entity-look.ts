import type { SpanType } from '../../annotation/sets/set.ts';
import { colourSlots } from '../../annotation/sets/type-colours.ts';

/**
 * The look of an entity type: a colour that colour-blind readers can distinguish from the others, and a shape for readers who see no
 * colours. The colours are those of Okabe and Ito ("Color Universal Design", 2008), darkened for the light theme and lightened for the
 * dark one until lines have a contrast of 3:1 to the background (WCAG 2.2, 1.4.11). Text is never coloured.
 */
export const ENTITY_COLOURS = {
  light: ['#1c67c1', '#b8480a', '#007a54', '#c2509a', '#2497d8', '#bf8600', '#5f5a0c', '#7b8085'],
  dark: ['#2e9dfd', '#e8571c', '#12a583', '#f078c0', '#8bd3f7', '#efa020', '#f0de75', '#a5abb0'],
} as const;

export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'down', 'plus', 'star', 'ring'] as const;
export type Shape = (typeof SHAPES)[number];

export interface EntityLook {
  /** A CSS colour that follows the theme. */
  colour: string;
  shape: Shape;
  /** SVG dash pattern of its lines; undefined: solid, for the first use of a colour. */
  dash: string | undefined;
}

const SLOTS = ENTITY_COLOURS.light.length;
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3'] as const;

/**
 * Assigns a look to each type. When all colours are taken, they are reused with another shape and dash.
 *
 * @param known types with given slots: those of an annotation set
 */
export function entityLooks(types: readonly string[], known: readonly SpanType[] = []): Map<string, EntityLook> {
  return new Map(Array.from(colourSlots(types, known), ([type, slot]) => [type, lookOfSlot(slot)]));
}

/** The look of a slot: the first eight have their own colours. */
export function lookOfSlot(slot: number): EntityLook {
  const round = Math.floor(slot / SLOTS);
  const colour = slot % SLOTS;
  return {
    colour: `var(--entity-${colour})`,
    // Each round shifts the shapes by three, so that a colour repeats a shape only after all others.
    shape: SHAPES[(colour + round * 3) % SHAPES.length] ?? 'circle',
    dash: DASHES[round % DASHES.length],
  };
}
