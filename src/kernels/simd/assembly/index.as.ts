// The entry of the WebAssembly module: every kernel that the host calls is exported from here.

/** `out[i] = value`. @param out n floats @param n multiple of 4 */
export function fill(out: usize, value: f32, n: i32): void {
  const v = f32x4.splat(value);
  for (let i = 0; i < n; i += 4) v128.store(out + ((<usize>i) << 2), v);
}
