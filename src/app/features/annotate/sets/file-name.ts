/** The name of a set as part of a file's name. */
export function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'set';
}
