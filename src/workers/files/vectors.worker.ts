/** Entry of the worker that reads a vectors file and looks up its words. */
import type { ToVectors } from './vectors-messages.ts';
import { serveVectors } from './serve-vectors.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;

const answer = serveVectors((message, transfer = []) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }: MessageEvent<ToVectors>) => void answer(data);
