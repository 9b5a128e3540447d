import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createPortal } from 'react-dom';
import type { Milliseconds } from '../../../lib/units.ts';

/** An arrow key that is held down passes over many values: only the one it stops at is read out. */
const SPEAK_AFTER: Milliseconds = 300;

interface ReadoutProps {
  /** In the caption of the figure. */
  place: HTMLElement | null;
  /** What is pointed at; undefined for nothing. */
  text: string | undefined;
  /** The same with all values that are shown at the line ends. */
  spoken: string | undefined;
}

/** What is pointed at in a chart: shown in its caption, and read out if the chart has the focus. */
export function Readout({ place, text, spoken = '' }: ReadoutProps) {
  const [settled] = useDebouncedValue(spoken, SPEAK_AFTER);
  if (place === null) return null;
  // Charts share their crosshair: only one of them speaks.
  const hasFocus = place.closest('figure')?.contains(document.activeElement);
  return createPortal(
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden aria-live="polite">{hasFocus ? settled : ''}</VisuallyHidden>
    </>,
    place,
  );
}
