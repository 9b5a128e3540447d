import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { parseNumber } from '../../../lessons/numbers.ts';
import styles from './ScoreField.module.css';

export interface ScoreFieldProps {
  label: string;
  value: number;
  /** How the value is written. */
  text: (value: number) => string;
  onChange: (value: number) => void;
  least?: number;
  most?: number;
  step?: number;
}

const PIXELS_PER_STEP = 8;

/** A number to type, to change with the arrow keys, or to drag sideways. */
export function ScoreField({ label, value, text, onChange, least = -20, most = 20, step = 0.1 }: ScoreFieldProps) {
  const [draft, setDraft] = useState<string>();
  const drag = useRef<{ x: number; from: number; isMoved: boolean }>(undefined);
  const change = (next: number) => onChange(Math.min(most, Math.max(least, Number(next.toFixed(4)))));
  const typed = (input: string) => {
    setDraft(input);
    const number = parseNumber(input);
    if (number !== undefined) change(number);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    setDraft(undefined);
    change(value + direction * step * (event.shiftKey ? 10 : 1));
  };
  const onPointerMove = (event: PointerEvent<HTMLInputElement>) => {
    if (drag.current === undefined) return;
    const steps = Math.round((event.clientX - drag.current.x) / PIXELS_PER_STEP);
    if (steps === 0 && !drag.current.isMoved) return;
    if (!drag.current.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
    drag.current.isMoved = true;
    setDraft(undefined);
    change(drag.current.from + steps * step);
  };
  return (
    <input
      className={styles.score}
      role="spinbutton"
      aria-label={label}
      aria-valuenow={Number(value.toFixed(4))}
      aria-valuetext={text(value)}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? text(value)}
      onChange={(event) => typed(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setDraft(undefined)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => (drag.current = { x: event.clientX, from: value, isMoved: false })}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = undefined)}
      onPointerCancel={() => (drag.current = undefined)}
    />
  );
}
