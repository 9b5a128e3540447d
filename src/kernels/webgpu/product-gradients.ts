import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import type { TensorInfo } from '../../tensors/tensors.ts';
import { LANES, MOST_ACROSS, TILE, tileGrid } from './mat-mul.ts';
import { i32, newTensor, runProgram } from './program.ts';

/**
 * The gradients of `y = x . w + b`, in one dispatch: `dx = dy . w'`, `dw = x' . dy`, `db = sum of dy over rows`. With three programs,
 * the device would wait between them, and each costs JavaScript.
 *
 * @param dy [N, O] @param x [N, I] @param w [I, O]
 * @param mostAcross workgroups in one dimension, at most; default: as many as WebGPU guarantees
 * @returns [N, I], [I, O], [O]
 */
export function productGradients(
  backend: WebGPUBackend,
  dy: TensorInfo,
  x: TensorInfo,
  w: TensorInfo,
  mostAcross = MOST_ACROSS,
): { dx: TensorInfo; dw: TensorInfo; db: TensorInfo } {
  const [rows, outputs] = dy.shape as [number, number]; // N, O
  const inputs = x.shape[1]!; // I
  const tilesOf = (count: number) => Math.ceil(count / TILE);
  const ofInputs = tilesOf(rows) * tilesOf(inputs);
  const tiles = ofInputs + tilesOf(inputs) * tilesOf(outputs);
  const { across, grid } = tileGrid(tiles, mostAcross);
  const dx = newTensor(backend, [rows, inputs]);
  const dw = newTensor(backend, [inputs, outputs]);
  const db = newTensor(backend, [outputs]);
  runProgram(backend, {
    name: 'ProductGradients',
    constants: { TILE, DEPTH: 16 },
    uniforms: {
      rows: i32(rows),
      inputs: i32(inputs),
      outputs: i32(outputs),
      ofInputs: i32(ofInputs),
      tiles: i32(tiles),
      across: i32(across),
    },
    inputs: { dy, x, w },
    outputs: { dx, dw, db },
    shape: { grid, lanes: LANES },
    declarations: DECLARATIONS,
    main: MAIN,
  });
  return { dx, dw, db };
}

/** Workgroup memory: 4 KiB. `left` and `right` are the factors of the product that a workgroup computes a tile of. */
const DECLARATIONS = /* wgsl */ `
  var<workgroup> leftTile : array<vec4<f32>, DEPTH * TILE / 4>;
  var<workgroup> rightTile : array<vec4<f32>, DEPTH * TILE / 4>;
  var<workgroup> innerOfTile : i32;

  /** Four neighbours in a column of dy, or of x'. */
  fn fourOfLeft(isOfWeights : bool, row : i32, k : i32) -> vec4<f32> {
    var four = vec4<f32>(0.0);
    for (var i = 0; i < 4; i++) {
      if (isOfWeights) {
        if (row + i < uniforms.inputs && k < uniforms.rows) { four[i] = x[k * uniforms.inputs + row + i]; }
      } else if (row + i < uniforms.rows && k < uniforms.outputs) {
        four[i] = dy[(row + i) * uniforms.outputs + k];
      }
    }
    return four;
  }

  /** Four neighbours in a row of w', or of dy. */
  fn fourOfRight(isOfWeights : bool, column : i32, k : i32) -> vec4<f32> {
    var four = vec4<f32>(0.0);
    for (var i = 0; i < 4; i++) {
      if (isOfWeights) {
        if (column + i < uniforms.outputs && k < uniforms.rows) { four[i] = dy[k * uniforms.outputs + column + i]; }
      } else if (column + i < uniforms.inputs && k < uniforms.outputs) {
        four[i] = w[(column + i) * uniforms.outputs + k];
      }
    }
    return four;
  }

  fn writeFour(isOfWeights : bool, row : i32, column : i32, four : vec4<f32>) {
    for (var i = 0; i < 4; i++) {
      if (isOfWeights) {
        if (row < uniforms.inputs && column + i < uniforms.outputs) {
          dw[row * uniforms.outputs + column + i] = four[i];
        }
      } else if (row < uniforms.rows && column + i < uniforms.inputs) {
        dx[row * uniforms.inputs + column + i] = four[i];
      }
    }
  }
`;

/**
 * As in mat-mul.ts. The first workgroups compute the tiles of dx, the others those of dw; those of the first row of tiles of dw also sum
 * the columns of dy that they read: first 16 rows at a time, so that rounding errors stay small.
 */
const MAIN = /* wgsl */ `
  let lane = i32(localIndex);
  let tile = i32(workgroupId.y) * uniforms.across + i32(workgroupId.x); // the last row of workgroups has some without a tile
  let isOfWeights = tile >= uniforms.ofInputs;
  if (lane == 0) { innerOfTile = select(uniforms.outputs, uniforms.rows, isOfWeights); }
  let inner = workgroupUniformLoad(&innerOfTile);
  let columnTiles = (select(uniforms.inputs, uniforms.outputs, isOfWeights) + TILE - 1) / TILE;
  let place = tile - select(0, uniforms.ofInputs, isOfWeights);
  let rowTile = (place / columnTiles) * TILE;
  let columnTile = (place % columnTiles) * TILE;
  var sum0 = vec4<f32>(0.0);
  var sum1 = vec4<f32>(0.0);
  var sum2 = vec4<f32>(0.0);
  var sum3 = vec4<f32>(0.0);
  var sumOfRows = vec4<f32>(0.0);
  for (var start = 0; start < inner; start += DEPTH) {
    for (var i = lane; i < DEPTH * TILE / 4; i += LANES) {
      let byRow = vec2<i32>(i % (TILE / 4), i / (TILE / 4));
      let byInner = vec2<i32>(i / DEPTH, i % DEPTH);
      let at = select(byInner, byRow, isOfWeights);
      leftTile[at.y * (TILE / 4) + at.x] = fourOfLeft(isOfWeights, rowTile + 4 * at.x, start + at.y);
      rightTile[at.y * (TILE / 4) + at.x] = fourOfRight(isOfWeights, columnTile + 4 * at.x, start + at.y);
    }
    workgroupBarrier();
    var sumOfSome = vec4<f32>(0.0);
    for (var k = 0; k < DEPTH; k++) {
      let fourRows = leftTile[k * (TILE / 4) + lane / (TILE / 4)];
      let fourColumns = rightTile[k * (TILE / 4) + lane % (TILE / 4)];
      sum0 += fourRows.x * fourColumns;
      sum1 += fourRows.y * fourColumns;
      sum2 += fourRows.z * fourColumns;
      sum3 += fourRows.w * fourColumns;
      sumOfSome += fourColumns;
    }
    sumOfRows += sumOfSome;
    workgroupBarrier();
  }
  if (tile >= uniforms.tiles) { return; }
  let row = rowTile + 4 * (lane / (TILE / 4));
  let column = columnTile + 4 * (lane % (TILE / 4));
  writeFour(isOfWeights, row, column, sum0);
  writeFour(isOfWeights, row + 1, column, sum1);
  writeFour(isOfWeights, row + 2, column, sum2);
  writeFour(isOfWeights, row + 3, column, sum3);
  if (isOfWeights && row == 0) {
    for (var i = 0; i < 4; i++) {
      if (column + i < uniforms.outputs) { db[column + i] = sumOfRows[i]; }
    }
  }
`;
