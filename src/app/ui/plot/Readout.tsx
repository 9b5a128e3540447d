import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createPortal } from 'react-dom';
import type { Milliseconds } from '../../../lib/units.ts';

/** Delay of announcements: while an arrow key is held down, only the last value is announced. */
const SPEAK_AFTER: Milliseconds = 300;

interface ReadoutProps {
  /** Element in the caption of the figure. */
  place: HTMLElement | null;
  /** Text for the epoch under the crosshair; undefined if there is none. */
  text: string | undefined;
  /** Announced text, including all values at the line ends. */
  spoken: string | undefined;
}

/** The values under the crosshair: shown in the caption, and announced if the chart has the focus. */
export function Readout({ place, text, spoken = '' }: ReadoutProps) {
  const [settled] = useDebouncedValue(spoken, SPEAK_AFTER);
  if (place === null) return null;
  // Charts share their crosshair, but only the focused one is announced.
  const hasFocus = place.closest('figure')?.contains(document.activeElement);
  return createPortal(
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden aria-live="polite">{hasFocus ? settled : ''}</VisuallyHidden>
    </>,
    place,
  );
}
