import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

/** Runs `npm run audit` against a registry with this response. */
async function audit(answer: RequestListener): Promise<{ status: number | null; output: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return new Promise((resolve) => {
    const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' };
    const child = execFile(process.execPath, ['scripts/audit.mjs'], { env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, output: stdout + stderr }),
    );
  });
}

const json =
  (value: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

test('no known vulnerabilities', async () => {
  expect(await audit(json({}))).toEqual({ status: 0, output: 'No known vulnerabilities.\n' });
});

test('a known vulnerability fails', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.test/1',
    title: 'Sample',
    severity: 'high',
    vulnerable_versions: '*',
  };
  const versions = { '5.1.0': { name: 'zustand', version: '5.1.0' } };
  const packument = { name: 'zustand', versions, 'dist-tags': { latest: '5.1.0' } };
  const { status, output } = await audit((request, response) =>
    json(request.method === 'POST' ? { zustand: [advisory] } : packument)(request, response),
  );
  expect(output).toMatch(/^high: zustand \*: Sample \(https:\/\/advisories\.test\/1\)/);
  expect(status).toBe(1);
});

test('without the audit service it says that it could not run', async () => {
  const { status, output } = await audit((_, response) => response.writeHead(405).end());
  expect(output).toMatch(/^The audit could not run\. 405 Method Not Allowed/);
  expect(status).toBe(2);
});

test('without a registry it says that it could not run', async () => {
  const { status, output } = await audit((request) => request.socket.destroy());
  expect(output).toMatch(/^The audit could not run/);
  expect(status).toBe(2);
});
