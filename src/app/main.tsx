import './mantine-styles.ts';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { defined } from '../lib/assert.ts';
import { openSession } from './actions/session.ts';
import { startWatching } from './actions/watch.ts';
import { App } from './App.tsx';

startWatching();
void openSession();

const root = defined(document.getElementById('root'), () => 'The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
