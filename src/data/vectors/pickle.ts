/** An object of a class, or a call of a function: its name, its arguments, and its state. Nothing is executed. */
export interface PickledObject {
  name: string;
  args: readonly Pickled[];
  state?: Pickled;
}

export type Pickled = null | boolean | number | string | Uint8Array | Pickled[] | Map<Pickled, Pickled> | PickledObject;

/** A place in the stack. */
const MARK: PickledObject = { name: 'mark', args: [] };

/** Most values that are pushed, and most lists, tuples, dictionaries and objects: those of 3 million words of old versions fit. */
const [MAX_PUSHED, MAX_OBJECTS] = [100_000_000, 10_000_000];
/** Most values on the stack: Python adds items to lists in batches of 1000. */
const MAX_STACK = 1_000_000;
/** How far a memo may leave out indices: some versions begin at 1. */
const MAX_GAP = 1000;

/** Thrown if the bytes end before the pickle does. */
export class PickleEnded extends Error {}

/**
 * Reads a pickle of Python (protocols 2 to 5): the opcodes that plain data and objects with a state need. Classes and functions are only
 * named, so that no code of the file has any effect.
 *
 * @returns the value, and the offset after it
 * @throws PickleEnded; Error with an unknown opcode, and if the values would take much more memory than the bytes
 */
export function readPickle(bytes: Uint8Array): { value: Pickled; end: number } {
  return new Unpickler(bytes).read();
}

class Unpickler {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #stack: Pickled[] = [];
  readonly #memo: Pickled[] = [];
  #at = 0;
  #pushed = 0;
  #objects = 0;
  /** Characters of texts that became bytes. */
  #encoded = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(): { value: Pickled; end: number } {
    for (;;) {
      const opcode = String.fromCharCode(this.#take(1)[0]!);
      if (opcode === '.') return { value: this.#pop(), end: this.#at };
      const execute = OPCODES[opcode];
      if (execute === undefined)
        throw new Error(`the unknown opcode ${JSON.stringify(opcode)} at byte ${this.#at - 1}`);
      execute(this);
    }
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new PickleEnded('the pickle ends early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  skip(length: number): void {
    this.#take(length);
  }

  /** An unsigned integer, little-endian. */
  uint(length: 1 | 2 | 4 | 8): number {
    this.#take(length);
    const at = this.#at - length;
    if (length === 8) return Number(this.#view.getBigUint64(at, true));
    return length === 1
      ? this.#view.getUint8(at)
      : length === 2
        ? this.#view.getUint16(at, true)
        : this.#view.getUint32(at, true);
  }

  int32(): number {
    this.#take(4);
    return this.#view.getInt32(this.#at - 4, true);
  }

  float(): number {
    this.#take(8);
    return this.#view.getFloat64(this.#at - 8);
  }

  /** Of any length, in two's complement. */
  long(length: number): number {
    const bytes = this.#take(length);
    let value = 0n;
    for (const [i, byte] of bytes.entries()) value |= BigInt(byte) << BigInt(8 * i);
    return Number(BigInt.asIntN(8 * Math.max(1, length), value));
  }

  bytes(length: number): Uint8Array {
    return this.#take(length);
  }

  text(length: number): string {
    return DECODER.decode(this.#take(length));
  }

  line(): string {
    const end = this.#bytes.indexOf(10, this.#at);
    if (end < 0) throw new PickleEnded('the pickle ends early');
    const text = this.text(end - this.#at);
    this.#at++;
    return text;
  }

  push(value: Pickled): void {
    if (typeof value === 'object' && value !== null && value !== MARK && ++this.#objects > MAX_OBJECTS)
      throw new Error('too many objects');
    this.#put(value);
  }

  #put(value: Pickled): void {
    if (++this.#pushed > MAX_PUSHED || this.#stack.length >= MAX_STACK) throw new Error('too many values');
    this.#stack.push(value);
  }

  /** The bytes of a text of Latin-1: each byte of the file is one at most once, whatever the memo repeats. */
  encode(text: string): Uint8Array {
    this.#encoded += text.length;
    if (this.#encoded > this.#bytes.length) throw new Error('the same text as bytes several times');
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  #pop(): Pickled {
    const value = this.#stack.pop();
    if (value === undefined) throw new Error('an empty stack');
    return value;
  }

  pop = (): Pickled => this.#pop();

  /** Undefined if the stack is empty. */
  top(): Pickled | undefined {
    return this.#stack.at(-1);
  }

  /** The values above the last mark. */
  popMark(): Pickled[] {
    const mark = this.#stack.findLastIndex((value) => value === MARK);
    if (mark < 0) throw new Error('no mark');
    const values = this.#stack.splice(mark);
    return values.slice(1);
  }

  memoize(index = this.#memo.length): void {
    const value = this.top();
    if (value === undefined) throw new Error('an empty stack');
    if (index > this.#memo.length + MAX_GAP) throw new Error(`the place ${index} of the memo out of order`);
    this.#memo[index] = value;
  }

  recall(index: number): void {
    const value = this.#memo[index];
    if (value === undefined) throw new Error(`nothing at the place ${index} of the memo`);
    this.#put(value);
  }
}

const DECODER = new TextDecoder();

function setItems(on: Unpickler, items: readonly Pickled[]): void {
  const map = on.top();
  if (!(map instanceof Map)) return; // items of an object that is only named
  for (let i = 0; i + 1 < items.length; i += 2) map.set(items[i]!, items[i + 1]!);
}

function append(on: Unpickler, items: readonly Pickled[]): void {
  const list = on.top();
  if (Array.isArray(list)) for (const item of items) list.push(item);
}

/** A call, or a new object; bytes that protocol 2 writes as text are bytes again. */
function called(on: Unpickler, name: Pickled, args: Pickled): Pickled {
  const of = typeof name === 'object' && name !== null && 'name' in name ? name.name : 'unknown';
  const list = Array.isArray(args) ? args : [];
  const [text] = list;
  if (of === '_codecs.encode' && typeof text === 'string') return on.encode(text);
  return { name: of, args: list };
}

function build(on: Unpickler): void {
  const state = on.pop();
  const object = on.top();
  if (typeof object === 'object' && object !== null && 'name' in object && object !== MARK)
    (object as PickledObject).state = state;
}

function named(module: Pickled, name: Pickled): PickledObject {
  if (typeof module !== 'string' || typeof name !== 'string') throw new Error('a class without a name');
  return { name: `${module}.${name}`, args: [] };
}

/** What each opcode does (Python's `pickletools`). */
const OPCODES: Readonly<Record<string, (on: Unpickler) => void>> = {
  '\x80': (on) => on.skip(1), // PROTO
  '\x95': (on) => on.skip(8), // FRAME
  '(': (on) => on.push(MARK),
  N: (on) => on.push(null),
  '\x88': (on) => on.push(true),
  '\x89': (on) => on.push(false),
  J: (on) => on.push(on.int32()),
  K: (on) => on.push(on.uint(1)),
  M: (on) => on.push(on.uint(2)),
  '\x8a': (on) => on.push(on.long(on.uint(1))),
  G: (on) => on.push(on.float()),
  X: (on) => on.push(on.text(on.uint(4))),
  '\x8c': (on) => on.push(on.text(on.uint(1))),
  '\x8d': (on) => on.push(on.text(on.uint(8))),
  B: (on) => on.push(on.bytes(on.uint(4))),
  C: (on) => on.push(on.bytes(on.uint(1))),
  '\x8e': (on) => on.push(on.bytes(on.uint(8))),
  '\x96': (on) => on.push(on.bytes(on.uint(8))),
  ']': (on) => on.push([]),
  a: (on) => {
    const item = on.pop();
    append(on, [item]);
  },
  e: (on) => {
    const items = on.popMark();
    append(on, items);
  },
  ')': (on) => on.push([]),
  t: (on) => on.push(on.popMark()),
  '\x85': (on) => on.push([on.pop()]),
  '\x86': (on) => on.push([on.pop(), on.pop()].toReversed()),
  '\x87': (on) => on.push([on.pop(), on.pop(), on.pop()].toReversed()),
  '}': (on) => on.push(new Map()),
  s: (on) => {
    const items = [on.pop(), on.pop()].toReversed();
    setItems(on, items);
  },
  u: (on) => {
    const items = on.popMark();
    setItems(on, items);
  },
  '\x8f': (on) => on.push([]), // EMPTY_SET
  '\x90': (on) => {
    const items = on.popMark();
    append(on, items);
  },
  '\x91': (on) => on.push(on.popMark()), // FROZENSET
  c: (on) => on.push(named(on.line(), on.line())),
  '\x93': (on) => {
    const name = on.pop();
    on.push(named(on.pop(), name));
  },
  R: (on) => {
    const args = on.pop();
    on.push(called(on, on.pop(), args));
  },
  '\x81': (on) => {
    const args = on.pop();
    on.push(called(on, on.pop(), args));
  },
  b: build,
  q: (on) => on.memoize(on.uint(1)),
  r: (on) => on.memoize(on.uint(4)),
  '\x94': (on) => on.memoize(),
  h: (on) => on.recall(on.uint(1)),
  j: (on) => on.recall(on.uint(4)),
};
