import type { EntityLook, Shape } from '../../look/entity-look.ts';

/** Shapes of about the same area, within a circle of radius 5 around the origin. */
const OUTLINES: Record<Shape, string> = {
  circle: 'M-4.2 0a4.2 4.2 0 108.4 0a4.2 4.2 0 10-8.4 0z',
  square: 'M-3.7 -3.7h7.4v7.4h-7.4z',
  triangle: 'M0 -4.8L4.8 3.8H-4.8z',
  diamond: 'M0 -5.2L5.2 0L0 5.2L-5.2 0z',
  down: 'M0 4.8L4.8 -3.8H-4.8z',
  plus: 'M-1.6 -4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z',
  star: 'M0 -5.2L1.5 -1.6L5.2 -1.4L2.3 1L3.3 4.8L0 2.7L-3.3 4.8L-2.3 1L-5.2 -1.4L-1.5 -1.6z',
  ring: 'M-4.6 0a4.6 4.6 0 109.2 0a4.6 4.6 0 10-9.2 0zM-2 0a2 2 0 014 0a2 2 0 01-4 0z',
};

/** The sign of an entity type, inside an SVG. */
export function ShapePath({ look }: { look: EntityLook }) {
  return <path d={OUTLINES[look.shape]} fill={look.colour} fillRule="evenodd" />;
}

/** The sign of an entity type, beside its name. */
export function EntityShape({ look, size = 9 }: { look: EntityLook; size?: number }) {
  return (
    <svg viewBox="-5.5 -5.5 11 11" width={size} height={size} aria-hidden="true" style={{ flex: 'none' }}>
      <ShapePath look={look} />
    </svg>
  );
}
