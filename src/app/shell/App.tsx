import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import styles from './App.module.css';
import { Dialogs } from './Dialogs.tsx';
import { DataPanel } from '../features/data/DataPanel.tsx';
import { DropOverlay } from './DropOverlay.tsx';
import { Header } from '../features/header/Header.tsx';
import { RecipePanel } from '../features/recipe/RecipePanel.tsx';
import { Controls } from '../features/run/Controls.tsx';
import { StatusStrip } from '../features/run/StatusStrip.tsx';
import { TryPanel } from '../features/try/TryPanel.tsx';
import { RunViews } from './RunViews.tsx';
import { selectIsWide, useStudyStore } from '../stores/runs/study.ts';
import { tabChosen, useViewStore, type ViewTab } from '../stores/view.ts';
import { ThemeProvider } from '../look/ThemeProvider.tsx';
import { FrameQueue, FrameQueueContext } from '../ui/plot/frame-queue.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { part } from '../ui/part.tsx';

const UseModelPanel = part(async () => (await import('../features/use-model/UseModelPanel.tsx')).UseModelPanel);
const Messages = part(async () => (await import('./Messages.tsx')).Messages);

/** The breakpoint of App.module.css: narrower pages have a single column, selected by tabs. */
const NARROW = '(max-width: 1259.98px)';

export function App() {
  const [frames] = useState(() => new FrameQueue());
  return (
    <ThemeProvider>
      <FrameQueueContext value={frames}>
        <Studio />
      </FrameQueueContext>
    </ThemeProvider>
  );
}

function Studio() {
  const tab = useViewStore((view) => view.tab);
  const isWide = useStudyStore(selectIsWide);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const opened = useOpened(tab, isNarrow);
  useShortcuts();
  const column = (name: ViewTab) => ({
    className: `${styles[name]} ${tab === name ? styles.chosen : ''}`,
    id: `view-panel-${name}`,
    ...(isNarrow ? { role: 'tabpanel', 'aria-labelledby': `view-tab-${name}` } : { onFocus: () => tabChosen(name) }), // shown if the page becomes narrow
  });
  return (
    <div className={styles.app} data-wide={isWide || undefined}>
      <Header />
      {/* The one place for messages. It is there before they are, so that they are announced. */}
      <div className={styles.notices} role="log" aria-label="Messages" aria-live="polite">
        <Suspense>
          <Messages />
        </Suspense>
      </div>
      <main className={styles.main}>
        <StatusStrip className={styles.status} />
        {isNarrow && (
          <Tabs id="view" value={tab} onChange={(value) => tabChosen(value as ViewTab)} className={styles.tabs}>
            <Tabs.List grow aria-label="Columns">
              <Tabs.Tab value="data">Data</Tabs.Tab>
              <Tabs.Tab value="run">Studio</Tabs.Tab>
              <Tabs.Tab value="try">Try</Tabs.Tab>
            </Tabs.List>
          </Tabs>
        )}
        <div {...column('data')}>
          <DataPanel />
          <RecipePanel />
        </div>
        <Controls className={styles.controls} />
        <div {...column('run')}>{opened.includes('run') && <RunViews />}</div>
        <div {...column('try')}>
          {opened.includes('try') && (
            <>
              <TryPanel />
              <Suspense>
                <UseModelPanel />
              </Suspense>
            </>
          )}
        </div>
      </main>
      <DropOverlay />
      <Dialogs />
    </div>
  );
}

const ALL: readonly ViewTab[] = ['data', 'run', 'try'];

/**
 * The columns to render: of a narrow page those that were opened, since it may be a phone, whose processor is slow. A column stays when the
 * page becomes narrow: fields in it may be filled.
 */
function useOpened(tab: ViewTab, isNarrow: boolean): readonly ViewTab[] {
  const visible = isNarrow ? [tab] : ALL;
  const [opened, setOpened] = useState(visible);
  const added = visible.filter((name) => !opened.includes(name));
  if (added.length > 0) setOpened([...opened, ...added]);
  return opened;
}
