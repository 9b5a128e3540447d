import { FIELD_NAMES } from '../config/schema.ts';
import { crc32c } from '../lib/crc32c.ts';
import type { Seconds } from '../lib/units.ts';
import { metricsOf } from './metrics.ts';
import { bytesField, doubleField, floatField, message, varintField } from './protobuf.ts';
import type { RunReport } from './run-report.ts';

/** TensorBoard lists a folder as a run if a file has this name with anything after it. */
export function eventFileName({ startedAt = 0 }: Pick<RunReport, 'startedAt'>): string {
  return `events.out.tfevents.${Math.floor(startedAt / 1000)}.tagsmith`;
}

/**
 * The epochs as TensorBoard events: a TFRecord file of `Event` messages (tensorflow/core/util/event.proto), with scalars under the names of
 * `metricsOf` and the recipe as a text.
 */
export function tensorBoardEvents(report: RunReport): Uint8Array<ArrayBuffer> {
  const began: Seconds = (report.startedAt ?? 0) / 1000;
  const events = [
    message(doubleField(1, began), bytesField(3, 'brain.Event:2')),
    message(doubleField(1, began), bytesField(5, bytesField(1, textValue('recipe', recipeText(report))))),
    ...metricsOf(report).map(({ step, seconds, values }) => {
      const summary = Object.entries(values).map(([tag, value]) =>
        bytesField(1, message(bytesField(1, tag), floatField(2, value))),
      );
      return message(doubleField(1, began + seconds), varintField(2, step), bytesField(5, message(...summary)));
    }),
  ];
  return message(...events.map(record));
}

/** A value of the text plugin: a string tensor. */
function textValue(tag: string, text: string): Uint8Array {
  const DT_STRING = 7;
  const tensor = message(
    varintField(1, DT_STRING),
    bytesField(2, bytesField(2, varintField(1, 1))),
    bytesField(8, text),
  );
  const metadata = bytesField(1, bytesField(1, 'text'));
  return message(bytesField(1, tag), bytesField(8, tensor), bytesField(9, metadata));
}

/** A table in Markdown, which the text plugin shows. */
function recipeText({ preset, config }: RunReport): string {
  const rows = FIELD_NAMES.map((name) => `| ${name} | ${String(config[name]).replaceAll('|', '\\|')} |`);
  return ['| setting | value |', '|---|---|', `| preset | ${preset} |`, ...rows].join('\n');
}

/** A TFRecord: length, its checksum, data, its checksum (tensorflow/core/lib/io/record_writer.h). */
function record(data: Uint8Array): Uint8Array {
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, data.length, true); // below 4 GiB
  return message(length, masked(length), data, masked(data));
}

/** Masked, so that the checksum of data with checksums is not degenerate. */
function masked(bytes: Uint8Array): Uint8Array {
  const crc = crc32c(bytes);
  const rotated = ((crc >>> 15) | (crc << 17)) >>> 0;
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, (rotated + 0xa282ead8) >>> 0, true);
  return out;
}
