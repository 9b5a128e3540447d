import { Tabs } from '@mantine/core';
import { runViewChosen, useStudyStore, type RunView } from '../../stores/study.ts';
import { ChartsPanel } from '../charts/ChartsPanel.tsx';
import { RunsPanel } from '../runs/RunsPanel.tsx';
import { AblationPanel } from './AblationPanel.tsx';
import { SeedsPanel } from './SeedsPanel.tsx';
import styles from './Study.module.css';

/** The column of the run: its charts, the seeds if there were several, all runs there were, and the ablation. */
export function RunViews() {
  const view = useStudyStore((store) => store.view);
  const hasSeeds = useStudyStore(({ seeds }) => seeds !== undefined);
  return (
    <Tabs
      id="run-view"
      className={styles.views}
      value={view}
      onChange={(value) => runViewChosen(value as RunView)}
      // A chart that is not seen has no room, and so is not drawn.
      keepMounted
    >
      <Tabs.List aria-label="Views of the run" className={styles.list}>
        <Tabs.Tab value="charts">Charts</Tabs.Tab>
        {hasSeeds && <Tabs.Tab value="seeds">All seeds</Tabs.Tab>}
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        <Tabs.Tab value="ablation">Ablation</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="charts" className={styles.view}>
        <ChartsPanel />
      </Tabs.Panel>
      {hasSeeds && (
        <Tabs.Panel value="seeds" className={styles.view}>
          <SeedsPanel />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="runs" className={styles.view}>
        <RunsPanel />
      </Tabs.Panel>
      <Tabs.Panel value="ablation" className={styles.view}>
        <AblationPanel />
      </Tabs.Panel>
    </Tabs>
  );
}
