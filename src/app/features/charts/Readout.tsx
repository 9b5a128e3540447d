import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createPortal } from 'react-dom';
import type { Milliseconds } from '../../../lib/units.ts';

/** An arrow key that is held down passes over many values: the one it stops at is read out. */
const SPEAK_AFTER: Milliseconds = 300;

interface ReadoutProps {
  /** Of the figure: where to tell it. */
  place: HTMLElement | null;
  /** What is pointed at; undefined: nothing. */
  text: string | undefined;
  /** All the values there, for those who do not see them at the line ends. */
  spoken: string | undefined;
}

/** What is pointed at in a chart: in its caption for the eye, and read out where the chart has the focus. */
export function Readout({ place, text, spoken = '' }: ReadoutProps) {
  const [settled] = useDebouncedValue(spoken, SPEAK_AFTER);
  if (place === null) return null;
  // Charts share their crosshair: one speaks.
  const hasFocus = place.closest('figure')?.contains(document.activeElement);
  return createPortal(
    <>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden aria-live="polite">{hasFocus ? settled : ''}</VisuallyHidden>
    </>,
    place,
  );
}
