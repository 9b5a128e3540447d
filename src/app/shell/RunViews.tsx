import { Tabs } from '@mantine/core';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { ChartsView } from './ChartsView.tsx';
import styles from './RunViews.module.css';
import { runViewChosen, useStudyStore, type RunView } from '../stores/runs/study.ts';
import { useModelKind } from '../stores/tag-kind.ts';
import { part } from '../ui/part.tsx';

const loadScore = () => import('../features/score/ScorePanel.tsx');
const loadSeeds = () => import('../features/seeds/SeedsPanel.tsx');
const loadRuns = () => import('../features/runs/RunsPanel.tsx');
const loadAblation = () => import('../features/ablation/AblationPanel.tsx');

const ScorePanel = part(async () => (await loadScore()).ScorePanel);
const SeedsPanel = part(async () => (await loadSeeds()).SeedsPanel);
const RunsPanel = part(async () => (await loadRuns()).RunsPanel);
const AblationPanel = part(async () => (await loadAblation()).AblationPanel);
const InsidePanel = part(async () => (await import('../features/inside/InsidePanel.tsx')).InsidePanel);
const AnnotatePanel = part(async () => (await import('../features/annotate/AnnotatePanel.tsx')).AnnotatePanel);
const LessonsPanel = part(async () => (await import('../features/lessons/LessonsPanel.tsx')).LessonsPanel);
const DocumentsPanel = part(async () => (await import('../features/documents/DocumentsPanel.tsx')).DocumentsPanel);
const WithoutClasses = part(async () => (await import('./WithoutClasses.tsx')).WithoutClasses);
const SearchPanel = part(async () => (await import('../features/search/SearchPanel.tsx')).SearchPanel);

/** Loaded when the page is idle, so that tabs open immediately. */
export const VIEW_LOADERS = [loadRuns, loadScore, loadAblation];

interface View {
  label: string;
  Panel: ComponentType;
  /** Mounted only while its tab is open. Other views stay mounted once they were opened. */
  isTransient?: boolean;
}

/** The tabs of the middle column, in order. */
const VIEWS: Record<RunView, View> = {
  charts: { label: 'Charts', Panel: ChartsView },
  seeds: { label: 'All seeds', Panel: SeedsPanel },
  score: { label: 'Score', Panel: ScorePanel },
  inside: { label: 'Inside', Panel: InsidePanel, isTransient: true },
  annotate: { label: 'Annotate', Panel: AnnotatePanel, isTransient: true },
  documents: { label: 'Documents', Panel: DocumentsPanel, isTransient: true },
  runs: { label: 'Runs', Panel: RunsPanel },
  ablation: { label: 'Ablation', Panel: AblationPanel },
  search: { label: 'Search', Panel: SearchPanel, isTransient: true },
  lessons: { label: 'Lessons', Panel: LessonsPanel, isTransient: true },
};
/** Tabs that have nothing to show for a model that gives each text one class. */
const OF_TAGS: readonly RunView[] = ['inside', 'ablation', 'documents'];

const NAMES = Object.keys(VIEWS) as RunView[];

export function RunViews() {
  const view = useStudyStore((store) => store.view);
  const ofClasses = useModelKind() === 'classes';
  const hasSeeds = useStudyStore(({ seeds }) => seeds !== undefined);
  const [visited, setVisited] = useState<readonly RunView[]>([view]);
  if (!visited.includes(view)) setVisited([...visited, view]);
  useEffect(() => {
    // On a phone the tabs scroll.
    document.getElementById(`run-view-tab-${view}`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);
  const names = NAMES.filter((name) => name !== 'seeds' || hasSeeds);
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
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {VIEWS[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => {
        const { Panel, isTransient = false } = VIEWS[name];
        return (
          <Tabs.Panel key={name} value={name} className={styles.view}>
            <Suspense>
              {(view === name || (!isTransient && visited.includes(name))) &&
                (ofClasses && OF_TAGS.includes(name) ? <WithoutClasses view={name} /> : <Panel />)}
            </Suspense>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
