import { addOwnFiles } from '../files/files.ts';
import { keptFiles } from '../files/kept-files.ts';

/** Missing in TypeScript's libraries, and in some browsers. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { files: FileSystemFileHandle[] }) => void) => void;
}

/** Adds the files that are opened with the installed studio (`file_handlers` of the manifest), like dropped files. */
export function receiveLaunchedFiles(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void Promise.all(files.map(fileOf)).then(addOwnFiles);
  });
}

async function fileOf(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile();
  keptFiles.rememberHandle(file, handle);
  return file;
}
