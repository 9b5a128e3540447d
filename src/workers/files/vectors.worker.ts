/** Entry of the worker that reads a vectors file and looks up its words. */
import { holdLock } from '../../lib/worker-life.ts';
import type { ToVectors } from './vectors-messages.ts';
import { serveVectors } from './serve-vectors.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;

holdLock(scope.name);
const answer = serveVectors((message, transfer = []) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }: MessageEvent<ToVectors>) => void answer(data);
