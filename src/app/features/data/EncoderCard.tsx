import { Switch } from '@mantine/core';
import type { EncoderInfo } from '../../../workers/wire/payloads.ts';
import { selectConfig, settingChanged, useRecipeStore } from '../../stores/recipe.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { Card } from './Card.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { encoderLine } from './cards.ts';

/** A transformer, and whether the recipe uses its features. */
export function EncoderCard({ encoder }: { encoder: EncoderInfo }) {
  const { id, name, layers, limit } = encoder;
  const isActive = useRunStore(selectIsActive);
  const isUsed = useRecipeStore((store) => selectConfig(store).encoder);
  return (
    <Card id={id} name={name} isUrgent actions={<span className={styles.kind}>encoder</span>}>
      <p>{encoderLine(encoder)}</p>
      <Switch
        label="Features as an input"
        checked={isUsed}
        disabled={isActive}
        onChange={({ currentTarget }) => settingChanged('encoder', currentTarget.checked)}
      />
      <p className={shared.quiet} title={layers.join(', ')}>
        {isUsed
          ? `Computed when you press Train, in windows of ${limit} pieces, and kept in this browser.`
          : 'Models are trained without it.'}
      </p>
    </Card>
  );
}
