import { tensor1d, type Tensor1D } from '../../tensors/tensors.ts';
import { raggedRows, type Bags, type Lookup, type Ragged } from '../../data/batches/ragged.ts';

/** A `Ragged` layout on the device. */
export interface RaggedTensors {
  lengths: Tensor1D; // [B] int32
  stepOffsets: Tensor1D; // [T+1] int32
  rows: number;
}

/** @param rows more than those of the sequences, if the batch is padded */
export function raggedTensors(ragged: Ragged, rows = raggedRows(ragged)): RaggedTensors {
  return {
    lengths: tensor1d(ragged.lengths, 'int32'),
    stepOffsets: tensor1d(ragged.stepOffsets, 'int32'),
    rows,
  };
}

/** A `Lookup` on the device. */
export interface LookupTensors {
  index: Tensor1D; // [N] int32
  offsets: Tensor1D; // [R+1] int32
  items: Tensor1D; // [N] int32
}

export function lookupTensors({ index, offsets, items }: Lookup): LookupTensors {
  return { index: tensor1d(index, 'int32'), offsets: tensor1d(offsets, 'int32'), items: tensor1d(items, 'int32') };
}

/** `Bags` on the device. */
export interface BagTensors {
  offsets: Tensor1D; // [N+1] int32
  rows: Tensor1D; // [M] int32
  inverseOffsets: Tensor1D; // [R+1] int32
  bags: Tensor1D; // [M] int32
}

export function bagTensors({ offsets, rows, inverseOffsets, bags }: Bags): BagTensors {
  return {
    offsets: tensor1d(offsets, 'int32'),
    rows: tensor1d(rows, 'int32'),
    inverseOffsets: tensor1d(inverseOffsets, 'int32'),
    bags: tensor1d(bags, 'int32'),
  };
}
