/** Draws in [0, 1], always the same. @param {number} seed */
export function drawsFrom(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
}

/** The numbers below `count` in random order. @param {number} count @param {number} seed */
export function shuffled(count, seed) {
  const draw = drawsFrom(seed);
  const order = Array.from({ length: count }, (_, i) => ({ i, key: draw() }));
  return order.sort((a, b) => a.key - b.key).map(({ i }) => i);
}
