import { faintnessChosen, usePreferenceStore } from '../../stores/preferences.ts';
import { formatProbability } from '../../look/format.ts';
import styles from './Try.module.css';

const STEP = 0.05;

/** The probability below which entities are drawn faintly, here and wherever a probability is shown. */
export function Threshold() {
  const faintBelow = usePreferenceStore((preferences) => preferences.faintBelow);
  return (
    <label className={styles.threshold} title="Entities that are less probable are drawn faintly">
      <span>Faint below</span>
      <input
        type="range"
        min={0}
        max={1}
        step={STEP}
        value={faintBelow}
        aria-valuetext={formatProbability(faintBelow)}
        onChange={(event) => faintnessChosen(Number(event.currentTarget.value))}
      />
      <output>{formatProbability(faintBelow)}</output>
    </label>
  );
}
