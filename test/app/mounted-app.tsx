import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openSession } from '../../src/app/files/session.ts';
import { forgetResults } from '../../src/app/keep/kept-results.ts';
import { watchRuns } from '../../src/app/keep/record-runs.ts';
import { startWatching } from '../../src/app/shell/watch.ts';
import { App } from '../../src/app/shell/App.tsx';
import { disconnect } from '../../src/app/trainer/bridge.ts';
import { PacedTrainer } from './paced-trainer.ts';
import { resetStores } from './reset-stores.ts';

/** Mounts the whole page, newly opened, with a trainer until the test ends. */
export async function mountApp(): Promise<PacedTrainer> {
  await page.viewport(1440, 900);
  resetStores();
  forgetResults(); // of an earlier test
  const trainer = new PacedTrainer();
  const stops = [startWatching(), watchRuns()];
  void openSession(() => trainer.port);
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(<App />);
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
    stops.forEach((stop) => stop());
    disconnect();
  });
  return trainer;
}
