/** A thread of the simd device in a browser. */
import { JobRing } from './job-ring.ts';
import { serveThread, type ThreadStart } from './serve.ts';

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => serveThread(data, JobRing, () => self.postMessage('ready'));
