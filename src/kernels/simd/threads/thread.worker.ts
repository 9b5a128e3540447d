/** A thread of the simd device in a browser. */
import { serveThread, type ThreadStart } from './serve.ts';

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => serveThread(data, () => self.postMessage('ready'));
