/** A share in [0, 1] with its sign, everywhere in the same way: `87.7%`. */
export function formatShare(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)}%`;
}
