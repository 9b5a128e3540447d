import './mantine-styles.ts';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { defined } from '../lib/assert.ts';
import { trustOwnScripts } from '../lib/trusted-types.ts';
import type { Milliseconds } from '../lib/units.ts';
import type * as Isolation from './actions/isolation.ts';
import { receiveLaunchedFiles } from './actions/launched-files.ts';
import { loadSample } from './actions/sample.ts';
import { openSession } from './actions/session.ts';
import { hasKeptWorkspace } from './actions/workspace-mark.ts';
import { startWatching } from './actions/watch.ts';
import { readSample } from './address.ts';
import { App } from './App.tsx';
import { preloadCharts } from './ChartsView.tsx';

/** In the built page of a secure context; not where service workers are switched off. */
const canInstall = import.meta.env.PROD && 'serviceWorker' in navigator;

/** When the page is at rest: what is loaded then is not waited for. */
const INSTALL_AFTER: Milliseconds = 3000;

function start(): void {
  startWatching();
  void openSession();
  receiveLaunchedFiles();
  void import('./actions/keeping.ts').then(({ startKeeping }) => startKeeping());
  if (readSample(location.search) && !hasKeptWorkspace()) void loadSample();
  preloadCharts();

  const root = defined(document.getElementById('root'), () => 'The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  if (canInstall) setTimeout(() => void install(), INSTALL_AFTER);
}

async function install(): Promise<void> {
  const { installStudio } = await import('./actions/service-worker.ts');
  await installStudio();
}

trustOwnScripts(window);
if (canInstall && !crossOriginIsolated) {
  void import('./actions/isolation.ts').then(isolateFirst, start);
} else start();

async function isolateFirst({ isolate }: typeof Isolation): Promise<void> {
  if (!(await isolate())) start();
}
