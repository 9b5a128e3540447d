/** Opacity of a score, in [0, 1): steep near 0, never saturated. */
export function intensity(score: number): number {
  return Math.abs(score) / (4 + Math.abs(score));
}

export function scoreText(score: number): string {
  if (score === -Infinity) return '−∞';
  if (score === Infinity) return '∞';
  return Math.abs(score) < 0.005 ? '0.00' : score.toFixed(2).replace('-', '−');
}

export function probabilityText(probability: number): string {
  if (probability === 0) return '0';
  if (probability < 0.0001) return probability.toExponential(1).replace('-', '−');
  return probability > 0.9999 && probability < 1 ? '> 0.9999' : probability.toFixed(4);
}

/** `+0.41`, `−2.30`; `0.00` has no sign. */
export function signedText(change: number): string {
  const text = scoreText(change);
  return change > 0 && text !== '0.00' ? `+${text}` : text;
}
