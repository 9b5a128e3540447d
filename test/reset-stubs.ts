import { afterAll, vi } from 'vitest';

const hasWorker = 'Worker' in globalThis;

// Files that share their modules share the globals and the environment, too: what one file replaces must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (!hasWorker) Reflect.deleteProperty(globalThis, 'Worker'); // of ONNX Runtime: Node would be taken for a browser
});
