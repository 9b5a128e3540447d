import binaryen from 'assemblyscript/binaryen';
import { readFileSync, writeFileSync } from 'node:fs';

/** `sum = sum + product` of integers, as printed by Binaryen: an expression ends at the indentation at which it begins. */
const sumOf = (/** @type {number} */ i) =>
  String.raw` *\(local\.set (?<sum${i}>\$\w+)\n *\(i32x4\.add\n *\(local\.get \k<sum${i}>\)\n` +
  String.raw`(?<product${i}>(?<indent${i}> *)\(i32x4\.dot_i16x8_s\n[^]*?\n\k<indent${i}>\)\n) *\)\n *\)\n`;
const TWO_SUMS = new RegExp(sumOf(1) + sumOf(2), 'g');

/**
 * Moves the products of integers before their sums, in pairs: product, product, sum, sum. Two of the four vector units of an
 * x86 core multiply, and all of them add; with paired products, sums occupy the multiplying units less often. This gives 3 to 6%
 * more products per second in engines that keep the order of a module's instructions, as the current V8 does (that of Node 20
 * does not). The source cannot express this, since the compiler's optimizer moves each product to its sum.
 *
 * @param {string} path of a module, which is overwritten
 */
export function pairProducts(path) {
  const functions = binaryen
    .readBinary(readFileSync(path))
    .emitText()
    .split(/^(?= \(func )/m);
  const paired = functions.map(pairProductsOf).join('');
  if (/i32x4\.add\n.*\n *\(i32x4\.dot_i16x8_s/.test(paired))
    throw new Error(`${path}: has products that could not be paired`);
  const module = binaryen.parseText(paired);
  module.setFeatures(binaryen.Features.All);
  writeFileSync(path, module.emitBinary());
}

/** @param {string} text of a function */
function pairProductsOf(text) {
  const paired = text.replaceAll(TWO_SUMS, (...match) => {
    /** @type {Record<string, string>} */
    const { sum1, product1, sum2, product2 } = match.at(-1);
    return `
    (local.set $product1 ${product1})
    (local.set $product2 ${product2})
    (local.set ${sum1} (i32x4.add (local.get ${sum1}) (local.get $product1)))
    (local.set ${sum2} (i32x4.add (local.get ${sum2}) (local.get $product2)))
`;
  });
  return paired === text ? text : paired.replace(/^ *\(local /m, '(local $product1 v128) (local $product2 v128) $&');
}
