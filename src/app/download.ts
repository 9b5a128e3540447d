/** Hands a file to the browser to be saved. */
export function saveFile(name: string, contents: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the next task; revoking it in this one cancels the download in some.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
