import { ActionIcon, Button, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { PAGE } from '../../files/page-commands.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { dialogOpened } from '../../stores/view.ts';
import { withKey } from '../../ui/commands/commands.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { chooseFiles } from '../../ui/navigation.ts';
import { subtitleOf } from './labels.ts';
import { DevicePicker } from './DevicePicker.tsx';
import styles from './Header.module.css';

export function Header() {
  const subtitle = useWorkspaceStore(({ workspace }) => subtitleOf(workspace));
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  return (
    <header className={styles.header}>
      <h1 className={styles.name}>Tagsmith</h1>
      <span className={styles.subtitle}>{subtitle}</span>
      <DevicePicker />
      <Button
        title="Open a model that was exported here"
        aria-label="Import"
        leftSection={<Icon name="open" size={14} />}
        onClick={chooseFiles}
      >
        <span className={styles.wide}>Import</span>
      </Button>
      <Button
        title={
          hasModel
            ? withKey('Save the model as one .zip', PAGE.exportModel)
            : 'There is no model yet: train or import one'
        }
        aria-label="Export model"
        leftSection={<Icon name="save" size={14} />}
        disabled={!hasModel}
        onClick={PAGE.exportModel.run}
      >
        <span className={styles.wide}>Export model</span>
      </Button>
      <ActionIcon
        title={hasModel ? 'Export as a page, or smaller' : 'There is no model yet: train or import one'}
        aria-label="Export options"
        disabled={!hasModel}
        onClick={() => dialogOpened({ name: 'export' })}
      >
        <span aria-hidden="true">▾</span>
      </ActionIcon>
      <ThemeSwitch />
      <ActionIcon title={withKey('Help', PAGE.help)} aria-label="Help" onClick={PAGE.help.run}>
        <span aria-hidden="true">?</span>
      </ActionIcon>
    </header>
  );
}

const NEXT: Record<MantineColorScheme, { scheme: MantineColorScheme; icon: IconName; name: string }> = {
  auto: { scheme: 'light', icon: 'auto', name: 'system' },
  light: { scheme: 'dark', icon: 'sun', name: 'light' },
  dark: { scheme: 'auto', icon: 'moon', name: 'dark' },
};

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { scheme, icon, name } = NEXT[colorScheme];
  const label = `Theme: ${name}. Change to ${NEXT[scheme].name}`;
  return (
    <ActionIcon title={label} aria-label={label} onClick={() => setColorScheme(scheme)}>
      <Icon name={icon} />
    </ActionIcon>
  );
}
