import { startRecordingProxy } from './fixtures/recording-proxy.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

test('the page makes no request to another host', async ({ browser, baseURL, device }) => {
  const proxy = await startRecordingProxy();
  // Without the content security policy, which would block such requests before they are recorded.
  const context = await browser.newContext({
    baseURL,
    bypassCSP: true,
    proxy: { server: proxy.server, bypass: 'localhost' },
  });
  const page = await context.newPage();
  const studio = new StudioPage(page);
  await studio.open({ device }, { hidden: 24, charFeatures: 8, batchSize: 4 }); // a default step takes seconds on a software GPU
  await studio.train.click();
  await studio.waitFor('Training');
  await studio.tag('Angela Merkel flew from Berlin to Paris.');
  await studio.stop.click();
  await studio.waitFor('Stopped');
  expect(proxy.hosts).toEqual([]);

  // The proxy records requests of the page and of workers; otherwise the assertion above would prove nothing.
  await page.evaluate(() => fetch('http://page.invalid/').catch(() => undefined));
  await page.evaluate(() => {
    const source = `fetch('http://worker.invalid/').catch(() => undefined).then(() => postMessage('asked'))`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    return new Promise((resolve) => {
      worker.addEventListener('message', resolve);
    });
  });
  expect(proxy.hosts).toEqual(['page.invalid', 'worker.invalid']);
  await context.close();
  proxy.close();
});
