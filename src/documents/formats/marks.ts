/** Light colours behind marked entities, as hexadecimal RGB: black text on them has a contrast of at least 10. */
const TINTS = ['FFE08A', 'A8D8F0', 'B5E3B5', 'F5B8B0', 'D9C4EC', 'F2C9E0', 'C9E4DE', 'E3D5B8'] as const;

/** Gives each type a colour, in the order in which they are asked for. */
export function tintsOfTypes(): (type: string) => string {
  const types: string[] = [];
  return (type) => {
    if (!types.includes(type)) types.push(type);
    return TINTS[types.indexOf(type) % TINTS.length]!;
  };
}
