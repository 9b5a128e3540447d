import { useEffect, useState } from 'react';
import type { Milliseconds } from '../../../../lib/units.ts';

/** Delay: longer than it takes to draw a figure. */
const SETTLE_AFTER: Milliseconds = 150;

/** A debounced value, for tables of hundreds of cells that only screen readers use. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_AFTER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
