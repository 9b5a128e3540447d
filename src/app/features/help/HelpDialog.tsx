import { Kbd, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { PAGE } from '../../files/page-commands.ts';
import { useInstallationStore } from '../../keep/offline/store.ts';
import { shortcutsSwitched, usePreferenceStore } from '../../stores/preferences.ts';
import { dialogClosed, selectIsOpen, useViewStore } from '../../stores/view.ts';
import { keyLines } from '../../ui/commands/commands.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Help.module.css';
import { STEPS, TERMS } from './help.ts';

export function HelpDialog() {
  const isOpen = useViewStore(selectIsOpen('help'));
  const isStored = useInstallationStore((store) => store.isStored);
  const hasShortcuts = usePreferenceStore((preferences) => preferences.hasShortcuts);
  return (
    <Dialog opened={isOpen} onClose={dialogClosed} title="Help" size="lg">
      <p>
        Tagsmith trains a model that finds names and terms in text (named-entity recognition). Everything is computed in
        this tab: no byte of your text leaves this machine.
        {isStored && ' The studio is stored in this browser, and opens without a network.'}
      </p>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>Terms</h3>
      <dl className={styles.terms}>
        {TERMS.map(({ term, means }) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{means}</dd>
          </Fragment>
        ))}
      </dl>
      <h3>Keyboard shortcuts</h3>
      <dl className={styles.shortcuts}>
        {keyLines(Object.values(PAGE)).map(({ keys, does }) => (
          <Fragment key={does}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
        <dt>
          <Kbd>← ↑ ↓ →</Kbd>
        </dt>
        <dd>In the transition matrix and the charts: move from value to value</dd>
      </dl>
      <Switch
        mt={16}
        label="Single letters are shortcuts"
        checked={hasShortcuts}
        onChange={(event) => shortcutsSwitched(event.currentTarget.checked)}
      />
      <p>
        <a href="./THIRD-PARTY-NOTICES.txt" target="_blank" rel="noreferrer">
          Licences of the software in this page
        </a>
      </p>
    </Dialog>
  );
}
