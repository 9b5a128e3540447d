import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { niceTicks } from './charts.ts';
import { html } from './markup.ts';
import { reportWith, scoreOf } from './report.testing.ts';
import { bestEpochOf, f1Interval, reportFileName } from './run-report.ts';
import { eventFileName, tensorBoardEvents } from './tensorboard.ts';
import { trackerJson } from './tracker-json.ts';
import { writeHtmlReport } from './write-html.ts';

/** Names of elements and attributes, and the text, as a browser reads them. */
function parsed(page: string): { tags: string[]; attributes: string[]; text: string } {
  const [tags, attributes]: [string[], string[]] = [[], []];
  let text = '';
  const parser = new Parser({
    onopentag(name, found) {
      tags.push(name);
      attributes.push(...Object.keys(found).map((key) => `${name} ${key}`));
    },
    ontext: (part) => void (text += part),
  });
  parser.end(page);
  return { tags, attributes, text };
}

describe('the HTML file', () => {
  const plain = parsed(writeHtmlReport(reportWith('PER')));

  test('has every part, and no script, link or picture', () => {
    const page = writeHtmlReport(reportWith('PER'));
    for (const part of [
      'Best dev F1 84.21 (77.86 to 89.00) at epoch 2, whose weights are the model.',
      'Finished after 2 epochs, started 2026-01-02 03:04 UTC',
      'Epoch 2, PER.dev, in percent',
      '1f3a9c04',
      'Hidden units',
      'wrong type and boundary',
      'Learned score of a transition',
      'Transitions that the tag scheme forbids are ruled out',
      'Confusion',
    ])
      expect(plain.text).toContain(part);
    expect(plain.tags).not.toEqual(expect.arrayContaining(['script']));
    expect(
      plain.tags.filter((tag) => ['script', 'link', 'img', 'iframe', 'a', 'form', 'object'].includes(tag)),
    ).toEqual([]);
    expect(page).not.toMatch(/https?:/);
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(plain.tags.filter((tag) => tag === 'svg')).toHaveLength(2);
  });

  test('no text becomes markup', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '<script>',
            '</style>',
            '</svg>',
            '"',
            "'",
            '&lt;',
            '-->',
            '<!--',
            '\0',
            'a',
            ' onload=x',
            '\u202E',
            '\uD800',
          ),
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const found = parsed(writeHtmlReport(reportWith(text)));
        expect(found.tags).toEqual(plain.tags);
        expect(found.attributes).toEqual(plain.attributes);
      }),
      { numRuns: 200 },
    );
  });

  test('only templates are inserted as they are', () => {
    expect(html`<i title="${'"'}">${'<b>'}${html`<b>${'&'}</b>`}${['<', 1]}${false}</i>`.text).toBe(
      '<i title="&quot;">&lt;b&gt;<b>&amp;</b>&lt;1</i>',
    );
  });

  test('a matrix that is too large for a page is mentioned', () => {
    const tags = Array.from({ length: 60 }, (_, i) => `B-${i}`);
    const zeros = new Float32Array(tags.length ** 2);
    const page = writeHtmlReport({ ...reportWith('a'), matrix: { tags, transitions: zeros, start: zeros, end: zeros } }); // prettier-ignore
    expect(parsed(page).text).toContain('60 tags: too many for a table.');
  });

  test('a run of very many epochs has its curves', () => {
    const [epoch] = reportWith('a').epochs;
    const epochs = Array.from({ length: 150_000 }, (_, i) => ({ ...epoch!, epoch: i + 1 }));
    expect(writeHtmlReport({ ...reportWith('a'), epochs })).toContain('<svg');
  });

  test('a run without epochs, errors or matrix says so', () => {
    const page = writeHtmlReport({
      ...reportWith('a'),
      epochs: [],
      errors: { missing: 'No file was given.' },
      matrix: undefined,
      reason: 'failed',
    });
    expect(parsed(page).text).toContain('Failed after 0 epochs');
    expect(page).not.toContain('<svg');
  });
});

describe('the interval of F1', () => {
  test('contains the score, and narrows with more entities', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(500), (correct, spurious, missed) => {
        fc.pre(correct + spurious + missed > 0);
        const score = scoreOf(correct, correct + spurious, correct + missed);
        const [low, high] = f1Interval(score)!;
        expect(low).toBeLessThanOrEqual(score.f1 + 1e-9);
        expect(high).toBeGreaterThanOrEqual(score.f1 - 1e-9);
        const [lower, higher] = f1Interval(scoreOf(9 * correct, 9 * (correct + spurious), 9 * (correct + missed)))!;
        expect(higher - lower).toBeLessThan(high - low + 1e-9);
      }),
    );
  });

  test('covers the true F1 in about 95% of simulated test sets', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    const [share, spans, draws] = [0.8, 200, 2000];
    let covered = 0;
    for (let draw = 0; draw < draws; draw++) {
      let correct = 0;
      for (let i = 0; i < spans; i++) if (random() < share) correct++;
      const wrong = spans - correct;
      const half = Math.floor(wrong / 2);
      const [low, high] = f1Interval(scoreOf(correct, correct + half, correct + wrong - half))!;
      const truth = (2 * share) / (1 + share);
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / draws).toBeGreaterThan(0.93);
    expect(covered / draws).toBeLessThan(0.97);
  });

  test('is unknown without counts', () => expect(f1Interval(scoreOf(0, 0, 0))).toBeUndefined());
});

/** CRC-32C bit by bit, and TFRecord and protocol buffers read from their definitions, independently of what writes them. */
function readEvents(bytes: Uint8Array): Map<number, unknown[]>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const events: Map<number, unknown[]>[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = Number(view.getBigUint64(at, true));
    expect(view.getUint32(at + 8, true)).toBe(maskedCrc(bytes.subarray(at, at + 8)));
    const data = bytes.subarray(at + 12, at + 12 + length);
    expect(view.getUint32(at + 12 + length, true)).toBe(maskedCrc(data));
    events.push(fieldsOf(data));
    at += 16 + length;
  }
  return events;
}

function maskedCrc(bytes: Uint8Array): number {
  let crc = 0xffffffffn;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0x82f63b78n : crc >> 1n;
  }
  crc ^= 0xffffffffn;
  return Number((((crc >> 15n) | ((crc << 17n) & 0xffffffffn)) + 0xa282ead8n) & 0xffffffffn);
}

function fieldsOf(bytes: Uint8Array): Map<number, unknown[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = new Map<number, unknown[]>();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    let value: unknown;
    if (wire === 0) value = varint();
    else if (wire === 1) value = view.getFloat64((at += 8) - 8, true);
    else if (wire === 5) value = view.getFloat32((at += 4) - 4, true);
    else if (wire === 2) {
      const length = varint();
      value = bytes.subarray(at, (at += length));
    } else throw new Error(`wire type ${wire}`);
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

const text = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array);

test('TensorBoard events have valid checksums, the epochs as steps, and the recipe', () => {
  const report = reportWith('PER');
  expect(eventFileName(report)).toBe('events.out.tfevents.1767323045.tagsmith');
  const [version, recipe, ...epochs] = readEvents(tensorBoardEvents(report));
  expect(text(version!.get(3)![0])).toBe('brain.Event:2');
  const value = fieldsOf(fieldsOf(recipe!.get(5)![0] as Uint8Array).get(1)![0] as Uint8Array);
  expect(text(value.get(1)![0])).toBe('recipe');
  expect(text(fieldsOf(value.get(8)![0] as Uint8Array).get(8)![0])).toContain('| hidden | 200 |');
  const scalars = epochs.map((event) => {
    const values = fieldsOf(event.get(5)![0] as Uint8Array).get(1)!;
    const pairs = values.map((one) => fieldsOf(one as Uint8Array)).map((one) => [text(one.get(1)![0]), one.get(2)![0]]);
    return {
      step: event.get(2)![0],
      time: event.get(1)![0],
      values: Object.fromEntries(pairs) as Record<string, number>,
    };
  });
  expect(scalars.map(({ step }) => step)).toEqual([1, 2]);
  expect(scalars.map(({ time }) => time)).toEqual([1767323047, 1767323049]);
  expect(scalars[1]!.values['dev/f1']).toBeCloseTo(160 / 190, 6);
  expect(scalars[1]!.values['dev_f1/PER']).toBeCloseTo(160 / 190, 6);
  expect(scalars[0]!.values['train/loss']).toBe(4);
});

test('the JSON has configuration, history and summary, also of a loss that is not a number', () => {
  const report = reportWith('PER');
  report.epochs[0]!.trainLoss = NaN;
  const written = JSON.parse(trackerJson(report)) as Record<
    string,
    Record<string, unknown>[] & Record<string, unknown>
  >;
  expect(written['history']).toMatchObject([
    { _step: 1, 'dev/loss': 5 },
    { _step: 2, _runtime: 4, 'train/loss': 2 },
  ]);
  expect(written['history']![0]).not.toHaveProperty('train/loss');
  expect(written['config']).toMatchObject({ hidden: 200, data: { train: { files: 'PER', fingerprint: '1f3a9c04' } } });
  expect(written['summary']).toMatchObject({
    state: 'finished',
    best_epoch: 2,
    files: { PER: expect.any(Number) as number },
  });
});

test('ticks span the range with round steps', () => {
  expect(niceTicks(0, 97)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(niceTicks(0, 0)).toEqual([0, 0.2]);
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (low, span) => {
        const ticks = niceTicks(low, low + span);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(14);
        expect(ticks[0]!).toBeLessThanOrEqual(low + 1e-9 + 1e-6 * Math.abs(low));
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(low + span - 1e-9 - 1e-6 * Math.abs(low + span));
      },
    ),
  );
});

test('the best epoch is the first of the highest', () => {
  const { epochs } = reportWith('a');
  expect(bestEpochOf([...epochs, { ...epochs[1]!, epoch: 3 }])?.epoch).toBe(2);
});

test('file names are safe', () => {
  expect(reportFileName('Run 3: a/b?')).toBe('Run-3-a-b');
  expect(reportFileName('..')).toBe('run');
});
