import './mantine-styles.ts';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { defined } from '../lib/assert.ts';
import { trustOwnScripts } from '../lib/trusted-types.ts';
import { loadSample } from './actions/sample.ts';
import { openSession } from './actions/session.ts';
import { startWatching } from './actions/watch.ts';
import { readSample } from './address.ts';
import { App } from './App.tsx';
import { preloadCharts } from './ChartsView.tsx';

trustOwnScripts(window);
startWatching();
void openSession();
void import('./actions/keeping.ts').then(({ startKeeping }) => startKeeping());
if (readSample(location.search)) void loadSample();
preloadCharts();

const root = defined(document.getElementById('root'), () => 'The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
