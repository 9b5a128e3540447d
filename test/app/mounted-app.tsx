import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openSession } from '../../src/app/actions/session.ts';
import { watchRuns } from '../../src/app/actions/record-runs.ts';
import { startWatching } from '../../src/app/actions/watch.ts';
import { App } from '../../src/app/App.tsx';
import { disconnect } from '../../src/app/bridge.ts';
import '../../src/app/mantine-styles.ts';
import '../../src/app/page.css';
import { FakeTrainer } from './fake-trainer.ts';
import { resetStores } from './reset-stores.ts';

/** Mounts the whole page, newly opened, with a fake trainer until the test ends. */
export async function mountApp(): Promise<FakeTrainer> {
  await page.viewport(1440, 900);
  history.replaceState(null, '', location.pathname);
  resetStores();
  const trainer = new FakeTrainer(10);
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
