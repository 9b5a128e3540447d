import './look/mantine-styles.ts';
import './look/page.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { defined } from '../lib/assert.ts';
import { trustOwnScripts } from '../lib/trusted-types.ts';
import type { Milliseconds } from '../lib/units.ts';
import type * as Isolation from './keep/offline/isolation.ts';
import { receiveLaunchedFiles } from './shell/launched-files.ts';
import { loadSample } from './files/sample.ts';
import { openSession } from './files/session.ts';
import { hasKeptWorkspace } from './keep/workspace/mark.ts';
import { startWatching } from './shell/watch.ts';
import { readSample } from './stores/recipe-address.ts';
import { App } from './shell/App.tsx';
import { CHART_LOADERS } from './shell/ChartsView.tsx';
import { DIALOG_LOADERS } from './shell/Dialogs.tsx';
import { VIEW_LOADERS } from './shell/RunViews.tsx';

/** Whether the page can use a service worker: only the built page, in a secure context, if service workers are enabled. */
const canInstall = import.meta.env.PROD && 'serviceWorker' in navigator;

/** Delay after the sample is read, after which the page counts as idle, and loads code that is needed later. */
const AT_REST_AFTER: Milliseconds = 3000;

function start(): void {
  startWatching();
  void openSession();
  void openFiles();
  // A transition renders in small tasks; `index.html` has content until then.
  startTransition(() =>
    createRoot(root()).render(
      <StrictMode>
        <Page />
      </StrictMode>,
    ),
  );
}

const root = () => defined(document.getElementById('root'), () => 'The page has no #root.');

function Page() {
  useEffect(begin, []);
  return <App />;
}

/** Called after the first render: an earlier change of a store would restart rendering. */
let begin = () => {};
const drawn = new Promise<void>((resolve) => (begin = resolve));

/** Loads the sample, unless files are to be restored. The page is drawn as one that is loading it from the first render on. */
async function openFiles(): Promise<void> {
  const hasSample = readSample(location.search) && !hasKeptWorkspace();
  const opened = hasSample ? loadSample(drawn) : undefined;
  await drawn;
  receiveLaunchedFiles();
  void import('./keep/start-keeping.ts').then(({ startKeeping }) => startKeeping());
  await opened;
  setTimeout(() => void whenIdle(), AT_REST_AFTER);
}

async function whenIdle(): Promise<void> {
  for (const load of [...CHART_LOADERS, ...VIEW_LOADERS, ...DIALOG_LOADERS]) await load();
  if (canInstall) await install();
}

async function install(): Promise<void> {
  const { installStudio } = await import('./keep/offline/service-worker.ts');
  await installStudio();
}

trustOwnScripts(window);
if (new URLSearchParams(location.search).has('embed')) {
  void import('./shell/embedded-lesson.tsx').then(({ showEmbeddedLesson }) => showEmbeddedLesson(root()));
} else if (canInstall && !crossOriginIsolated) {
  void import('./keep/offline/isolation.ts').then(isolateFirst, start);
} else setTimeout(start); // the modules were evaluated in this task

async function isolateFirst({ isolate }: typeof Isolation): Promise<void> {
  if (!(await isolate())) start();
}
