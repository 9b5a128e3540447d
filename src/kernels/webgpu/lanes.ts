let chosen: number | undefined;

/** Sets the invocations of a workgroup of all programs that work with any number, for tests. @param lanes 32, 64, 128, 256, or as usual */
export function useLanes(lanes: number | undefined): void {
  chosen = lanes;
}

/** For a program that works with any power of 2 from 32 to 256. @param usual the number that suits it */
export function lanesOr(usual: number): number {
  return chosen ?? usual;
}
