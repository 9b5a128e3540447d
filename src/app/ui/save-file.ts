/** Downloads a file. */
export function saveFile(name: string, contents: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers cancel the download if the URL is revoked in the same task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

export function saveCsv(name: string, csv: string): void {
  saveFile(`${name}.csv`, csv, 'text/csv');
}
