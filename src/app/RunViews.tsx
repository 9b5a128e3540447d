import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ChartsView } from './ChartsView.tsx';
import { SeedsPanel } from './features/seeds/SeedsPanel.tsx';
import styles from './RunViews.module.css';
import { runViewChosen, useStudyStore, type RunView } from './stores/study.ts';

const RunsPanel = lazy(async () => ({ default: (await import('./features/runs/RunsPanel.tsx')).RunsPanel }));
const InsidePanel = lazy(async () => ({ default: (await import('./features/inside/InsidePanel.tsx')).InsidePanel }));
const AblationPanel = lazy(async () => ({
  default: (await import('./features/ablation/AblationPanel.tsx')).AblationPanel,
}));

/** The middle column: the charts of the run, its seeds if there are several, the explanation of a sentence, all runs, and the ablation. */
export function RunViews() {
  const view = useStudyStore((store) => store.view);
  const hasSeeds = useStudyStore(({ seeds }) => seeds !== undefined);
  return (
    <Tabs
      id="run-view"
      className={styles.views}
      value={view}
      onChange={(value) => runViewChosen(value as RunView)}
      // A hidden chart has no size, so it is not drawn.
      keepMounted
    >
      <Tabs.List aria-label="Views of the run" className={styles.list}>
        <Tabs.Tab value="charts">Charts</Tabs.Tab>
        {hasSeeds && <Tabs.Tab value="seeds">All seeds</Tabs.Tab>}
        <Tabs.Tab value="inside">Inside</Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        <Tabs.Tab value="ablation">Ablation</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="charts" className={styles.view}>
        <ChartsView />
      </Tabs.Panel>
      {hasSeeds && (
        <Tabs.Panel value="seeds" className={styles.view}>
          <SeedsPanel />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="inside" className={styles.view}>
        {view === 'inside' && (
          <Suspense>
            <InsidePanel />
          </Suspense>
        )}
      </Tabs.Panel>
      {/* Their code arrives after the first paint: they are hidden then. */}
      <Tabs.Panel value="runs" className={styles.view}>
        <Suspense>
          <RunsPanel />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="ablation" className={styles.view}>
        <Suspense>
          <AblationPanel />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
