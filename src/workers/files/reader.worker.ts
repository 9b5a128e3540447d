/** Entry of the worker that reads files. */
import { answerTask, type ReaderTask } from './reader-task.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = ({ data }: MessageEvent<ReaderTask>) => {
  void answerTask(data, (message, transfer = []) => scope.postMessage(message, transfer));
};
