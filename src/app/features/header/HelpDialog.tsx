import { Kbd, Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { SHORTCUTS } from '../../shortcuts.ts';
import { helpToggled, shortcutsSwitched, useViewStore } from '../../stores/view.ts';
import styles from './Header.module.css';

export function HelpDialog() {
  const isOpen = useViewStore((view) => view.isHelpOpen);
  const hasShortcuts = useViewStore((view) => view.hasShortcuts);
  return (
    <Modal
      opened={isOpen}
      onClose={() => helpToggled(false)}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The dialog's head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(({ key, does }) => (
          <Fragment key={key}>
            <dt>
              <Kbd>{key}</Kbd>
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
    </Modal>
  );
}
