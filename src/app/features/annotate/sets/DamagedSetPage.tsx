import { Button } from '@mantine/core';
import { damageInWords } from '../../../../annotation/sets/replay.ts';
import { formatCount, formatCounted } from '../../../look/format.ts';
import shared from '../../../look/text.module.css';
import { ViewPanel } from '../../../ui/ViewPanel.tsx';
import { exportRaw, nameOfDamaged, openCopy } from './damaged.ts';
import styles from './DamagedSetPage.module.css';
import { damageShown, type DamagedSet } from './store.ts';

/** How many damaged places are listed. */
const LISTED = 5;

/** A set whose log is damaged: what is wrong, what can be read, and how to go on with it. */
export function DamagedSetPage({ damaged }: { damaged: DamagedSet }) {
  const { damage, before, past } = damaged;
  return (
    <ViewPanel
      title={`${nameOfDamaged(damaged)} is damaged`}
      about="A part of this set cannot be read: the browser or the disk has lost or changed it. Nothing was changed here. Continue with a copy of what can be read; the damaged set stays in the list until you delete it."
      buttons={<Button onClick={() => damageShown(undefined)}>Sets</Button>}
    >
      <section className={styles.page} aria-label="Damaged set">
        <h3>What cannot be read</h3>
        <ul aria-label="Damage">
          {damage.slice(0, LISTED).map((one) => (
            <li key={one.from}>Log, {damageInWords(one)}</li>
          ))}
          {damage.length > LISTED && <li>and {formatCounted(damage.length - LISTED, 'more place')}</li>}
        </ul>
        <h3>What can be read</h3>
        <dl className={styles.parts}>
          <Part title="All readable actions" part={past}>
            <Button variant="filled" onClick={() => void openCopy('past')}>
              Open a repaired copy
            </Button>
          </Part>
          <Part title="Only the actions before the damage" part={before}>
            <Button onClick={() => void openCopy('before')}>Open a copy up to the damage</Button>
          </Part>
          <dt>Everything that is stored, as JSON lines</dt>
          <dd>
            <Button onClick={() => void exportRaw()}>Save the stored data</Button>
          </dd>
        </dl>
      </section>
    </ViewPanel>
  );
}

function Part({ title, part, children }: { title: string; part: DamagedSet['past']; children: React.ReactNode }) {
  return (
    <>
      <dt>
        {title}
        <p className={shared.dim}>
          {formatCounted(part.entries.length, 'action')}, {formatCounted(part.sentences, 'sentence')},{' '}
          {formatCount(part.accepted)} annotated
        </p>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
