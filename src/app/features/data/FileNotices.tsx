import { RejectedFiles } from './RejectedFiles.tsx';
import { RemovedFiles } from './RemovedFiles.tsx';

/** What happened to files, for the place for notices. */
export function FileNotices() {
  return (
    <>
      <RemovedFiles />
      <RejectedFiles />
    </>
  );
}
