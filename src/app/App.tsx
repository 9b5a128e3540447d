import { MantineProvider, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import styles from './App.module.css';
import { DataPanel } from './features/data/DataPanel.tsx';
import { DropOverlay } from './features/data/DropOverlay.tsx';
import { ElsewherePanel } from './features/elsewhere/ElsewherePanel.tsx';
import { Header } from './features/header/Header.tsx';
import { HelpDialog } from './features/header/HelpDialog.tsx';
import { Notices } from './features/header/Notices.tsx';
import { RecipePanel } from './features/recipe/RecipePanel.tsx';
import { Controls } from './features/run/Controls.tsx';
import { StatusStrip } from './features/run/StatusStrip.tsx';
import { ScorePanel } from './features/score/ScorePanel.tsx';
import { RunViews } from './features/study/RunViews.tsx';
import { TryPanel } from './features/try/TryPanel.tsx';
import { tabChosen, useViewStore, type ViewTab } from './stores/view.ts';
import { cssVariables, theme } from './theme.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** As in App.module.css: narrower than this there is room for one column, and tabs choose it. */
const NARROW = '(max-width: 1259.98px)';

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Studio />
    </MantineProvider>
  );
}

function Studio() {
  const tab = useViewStore((view) => view.tab);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  useShortcuts();
  const column = (name: ViewTab) => ({
    className: `${styles[name]} ${tab === name ? styles.chosen : ''}`,
    id: `view-panel-${name}`,
    ...(isNarrow ? { role: 'tabpanel', 'aria-labelledby': `view-tab-${name}` } : {}),
  });
  return (
    <div className={styles.app}>
      <Header />
      <Notices />
      <main className={styles.main}>
        <StatusStrip className={styles.status} />
        {isNarrow && (
          <Tabs id="view" value={tab} onChange={(value) => tabChosen(value as ViewTab)} className={styles.tabs}>
            <Tabs.List grow aria-label="Columns">
              <Tabs.Tab value="data">Data</Tabs.Tab>
              <Tabs.Tab value="run">Run</Tabs.Tab>
              <Tabs.Tab value="try">Try</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        )}
        <div {...column('data')}>
          <DataPanel />
          <RecipePanel />
        </div>
        <Controls className={styles.controls} />
        <div {...column('run')}>
          <RunViews />
        </div>
        <div {...column('try')}>
          <TryPanel />
          <ScorePanel />
          <ElsewherePanel />
        </div>
      </main>
      <DropOverlay />
      <HelpDialog />
    </div>
  );
}
