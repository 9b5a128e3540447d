/** Entry of the worker that reads files. */
import { holdLock } from '../../lib/worker-life.ts';
import { answerTask, type ReaderTask } from './reader-task.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;

holdLock(scope.name);
scope.onmessage = ({ data }: MessageEvent<ReaderTask>) => {
  void answerTask(data, (message, transfer = []) => scope.postMessage(message, transfer));
};
