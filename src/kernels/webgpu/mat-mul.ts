import type { TensorInfo } from '../../tensors/tensors.ts';
import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import { assert } from '../../lib/assert.ts';
import { flat, i32, newTensor, runProgram } from './program.ts';

interface MatMulOptions {
  transposeA?: boolean;
  transposeB?: boolean;
  /** [columns of the result], added to each row. */
  bias?: TensorInfo;
  /** Workgroups in one dimension, at most; default: as many as WebGPU guarantees. */
  mostAcross?: number;
}

/** Rows and columns of the tile of a product that a workgroup computes. */
export const TILE = 32;
export const LANES = 64;
/** Workgroups in one dimension, at most: the limit that WebGPU guarantees. */
export const MOST_ACROSS = 65_535;

/** Workgroups for tiles, in two dimensions. The last row may have some without a tile. */
export function tileGrid(tiles: number, mostAcross: number): { across: number; grid: [x: number, y: number] } {
  const down = Math.ceil(tiles / mostAcross);
  const across = Math.ceil(tiles / down);
  return { across, grid: [across, down] };
}

/**
 * `a . b (+ bias)`, in one dispatch of one pipeline for all sizes.
 *
 * @param a [M, K], or [K, M] with `transposeA`; or as many of them, [items, …]
 * @param b [K, N], or [N, K] with `transposeB`; or [items, …]
 * @returns [M, N] or [items, M, N]
 */
export function matMul(
  backend: WebGPUBackend,
  a: TensorInfo,
  b: TensorInfo,
  { transposeA = false, transposeB = false, bias, mostAcross = MOST_ACROSS }: MatMulOptions = {},
): TensorInfo {
  const items = a.shape.length === 3 ? a.shape[0]! : 1;
  const [aRows, aColumns] = a.shape.slice(-2) as [number, number];
  const [bRows, bColumns] = b.shape.slice(-2) as [number, number];
  const [rows, inner] = transposeA ? [aColumns, aRows] : [aRows, aColumns];
  const [innerB, columns] = transposeB ? [bColumns, bRows] : [bRows, bColumns];
  assert(
    inner === innerB && a.shape.length <= 3 && `${a.shape.slice(0, -2)}` === `${b.shape.slice(0, -2)}`,
    () => `matMul: [${a.shape}] . [${b.shape}]`,
  );
  const tiles = items * Math.ceil(rows / TILE) * Math.ceil(columns / TILE);
  const { across, grid } = tileGrid(tiles, mostAcross);
  const product = newTensor(backend, [...a.shape.slice(0, -2), rows, columns]);
  runProgram(backend, {
    name: 'MatMul',
    constants: { TILE, DEPTH: 16 },
    uniforms: {
      rows: i32(rows),
      columns: i32(columns),
      inner: i32(inner),
      aStride: i32(transposeA ? 1 : aColumns),
      aInnerStride: i32(transposeA ? aColumns : 1),
      bStride: i32(transposeB ? bColumns : 1),
      bInnerStride: i32(transposeB ? 1 : bColumns),
      hasBias: i32(bias === undefined ? 0 : 1),
      tiles: i32(tiles),
      across: i32(across),
    },
    inputs: { a: flat(a), b: flat(b), bias: bias ?? flat(b) },
    outputs: { product: flat(product) },
    shape: { grid, lanes: LANES },
    declarations: DECLARATIONS,
    main: MAIN,
  });
  return product;
}

/** WGSL that reads four neighbours of a matrix along one dimension. Numbers beyond it are 0. */
const fourOf = (matrix: 'a' | 'b', dimension: 'row' | 'column', size: 'rows' | 'columns') => /* wgsl */ `
  fn fourOf_${matrix}(first : i32, ${dimension} : i32, k : i32) -> vec4<f32> {
    var four = vec4<f32>(0.0);
    for (var i = 0; i < 4; i++) {
      if (${dimension} + i < uniforms.${size} && k < uniforms.inner) {
        four[i] = ${matrix}[first + (${dimension} + i) * uniforms.${matrix}Stride + k * uniforms.${matrix}InnerStride];
      }
    }
    return four;
  }
`;

/** Workgroup memory: 4 KiB. */
const DECLARATIONS = /* wgsl */ `
  var<workgroup> aTile : array<vec4<f32>, DEPTH * TILE / 4>;
  var<workgroup> bTile : array<vec4<f32>, DEPTH * TILE / 4>;

  ${fourOf('a', 'row', 'rows')}
  ${fourOf('b', 'column', 'columns')}

  fn writeFour(first : i32, row : i32, column : i32, four : vec4<f32>) {
    for (var i = 0; i < 4; i++) {
      if (row < uniforms.rows && column + i < uniforms.columns) {
        let addend = select(0.0, bias[(column + i) * uniforms.hasBias], uniforms.hasBias == 1);
        product[first + row * uniforms.columns + column + i] = four[i] + addend;
      }
    }
  }
`;

/**
 * A workgroup computes a tile of 32x32, each invocation 4 rows of 4 columns. Invocations next to each other read along the dimension
 * that is contiguous in memory.
 */
const MAIN = /* wgsl */ `
  let lane = i32(localIndex);
  let rowTiles = (uniforms.rows + TILE - 1) / TILE;
  let columnTiles = (uniforms.columns + TILE - 1) / TILE;
  let tile = i32(workgroupId.y) * uniforms.across + i32(workgroupId.x); // the last row of workgroups has some without a tile
  let item = tile / (rowTiles * columnTiles);
  let rowTile = (tile / columnTiles % rowTiles) * TILE;
  let columnTile = (tile % columnTiles) * TILE;
  let aFirst = item * uniforms.rows * uniforms.inner;
  let bFirst = item * uniforms.inner * uniforms.columns;
  var sum0 = vec4<f32>(0.0);
  var sum1 = vec4<f32>(0.0);
  var sum2 = vec4<f32>(0.0);
  var sum3 = vec4<f32>(0.0);
  for (var start = 0; start < uniforms.inner; start += DEPTH) {
    for (var i = lane; i < DEPTH * TILE / 4; i += LANES) {
      let byRow = vec2<i32>(i % (TILE / 4), i / (TILE / 4));
      let byInner = vec2<i32>(i / DEPTH, i % DEPTH);
      let aPlace = select(byRow, byInner, uniforms.aInnerStride == 1);
      let bPlace = select(byRow, byInner, uniforms.bInnerStride == 1);
      aTile[aPlace.y * (TILE / 4) + aPlace.x] = fourOf_a(aFirst, rowTile + 4 * aPlace.x, start + aPlace.y);
      bTile[bPlace.y * (TILE / 4) + bPlace.x] = fourOf_b(bFirst, columnTile + 4 * bPlace.x, start + bPlace.y);
    }
    workgroupBarrier();
    for (var k = 0; k < DEPTH; k++) {
      let fourRows = aTile[k * (TILE / 4) + lane / (TILE / 4)];
      let fourColumns = bTile[k * (TILE / 4) + lane % (TILE / 4)];
      sum0 += fourRows.x * fourColumns;
      sum1 += fourRows.y * fourColumns;
      sum2 += fourRows.z * fourColumns;
      sum3 += fourRows.w * fourColumns;
    }
    workgroupBarrier();
  }
  let row = select(uniforms.rows, rowTile + 4 * (lane / (TILE / 4)), tile < uniforms.tiles);
  let column = columnTile + 4 * (lane % (TILE / 4));
  let first = item * uniforms.rows * uniforms.columns;
  writeFour(first, row, column, sum0);
  writeFour(first, row + 1, column, sum1);
  writeFour(first, row + 2, column, sum2);
  writeFour(first, row + 3, column, sum3);
`;
