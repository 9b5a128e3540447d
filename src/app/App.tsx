import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import styles from './App.module.css';
import { DataPanel } from './features/data/DataPanel.tsx';
import { DropOverlay } from './features/data/DropOverlay.tsx';
import { Header } from './features/header/Header.tsx';
import { Notices } from './features/header/Notices.tsx';
import { RecipePanel } from './features/recipe/RecipePanel.tsx';
import { Controls } from './features/run/Controls.tsx';
import { StatusStrip } from './features/run/StatusStrip.tsx';
import { TryPanel } from './features/try/TryPanel.tsx';
import { UseModelPanel } from './features/use-model/UseModelPanel.tsx';
import { RunViews } from './RunViews.tsx';
import { useLabelCheckStore } from './stores/label-check.ts';
import { selectIsAnnotating, useStudyStore } from './stores/study.ts';
import { tabChosen, useViewStore, type ViewTab } from './stores/view.ts';
import { ThemeProvider } from './ThemeProvider.tsx';
import { FrameQueue, FrameQueueContext } from './ui/plot/frame-queue.ts';
import { useShortcuts } from './use-shortcuts.ts';

const HelpDialog = lazy(async () => ({ default: (await import('./features/help/HelpDialog.tsx')).HelpDialog }));
const CompareDialog = lazy(async () => ({
  default: (await import('./features/compare/CompareDialog.tsx')).CompareDialog,
}));
const ExportDialog = lazy(async () => ({ default: (await import('./features/export/ExportDialog.tsx')).ExportDialog }));
const StatisticsDialog = lazy(async () => ({
  default: (await import('./features/statistics/StatisticsDialog.tsx')).StatisticsDialog,
}));

const LabelCheckDialog = lazy(async () => ({
  default: (await import('./features/label-check/LabelCheckDialog.tsx')).LabelCheckDialog,
}));

const RestoredBanner = lazy(async () => ({
  default: (await import('./features/restored/RestoredBanner.tsx')).RestoredBanner,
}));

/** As in App.module.css: on a narrower page there is room for one column, which tabs choose. */
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
  const hasLabelCheck = useLabelCheckStore(({ shown, check }) => shown !== undefined || check.phase !== 'none');
  const isAnnotating = useStudyStore(selectIsAnnotating);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  useShortcuts();
  const column = (name: ViewTab) => ({
    className: `${styles[name]} ${tab === name ? styles.chosen : ''}`,
    id: `view-panel-${name}`,
    ...(isNarrow ? { role: 'tabpanel', 'aria-labelledby': `view-tab-${name}` } : {}),
  });
  return (
    <div className={styles.app} data-annotating={isAnnotating || undefined}>
      <Header />
      <Notices>
        <Suspense>
          <RestoredBanner />
        </Suspense>
      </Notices>
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
        <div {...column('run')}>
          <RunViews />
        </div>
        <div {...column('try')}>
          <TryPanel />
          <UseModelPanel />
        </div>
      </main>
      <DropOverlay />
      <Suspense>
        <HelpDialog />
        <StatisticsDialog />
        <CompareDialog />
        <ExportDialog />
      </Suspense>
      {hasLabelCheck && (
        <Suspense>
          <LabelCheckDialog />
        </Suspense>
      )}
    </div>
  );
}
