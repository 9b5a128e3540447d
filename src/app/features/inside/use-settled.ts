import { useEffect, useState } from 'react';
import type { Milliseconds } from '../../../lib/units.ts';

/** Longer than it takes to draw a figure. */
const SETTLE_AFTER: Milliseconds = 150;

/** A value once it has not changed for a moment: for tables of hundreds of cells that only screen readers read. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_AFTER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
