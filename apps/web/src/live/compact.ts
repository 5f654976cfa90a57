// The figures of a delta as typed arrays in one buffer, which a worker hands over without a copy.
import { isFigure } from '@belfry/domain/guest-figures';
import type { Column } from '@belfry/schema/messages/delta';
import type { Message } from './message.ts';

const BYTES = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;

/** Changes the message in place. Returns the buffer with its figures, which can be handed over. */
export function compact(message: Message): ArrayBuffer | undefined {
  const columns = message.type === 'delta' ? figureColumns(message.data) : [];
  const count = columns.reduce((sum, { at }) => sum + at.length, 0);
  if (count === 0) return undefined;
  const buffer = new ArrayBuffer(count * BYTES);
  const values = new Float64Array(buffer, 0, count);
  const gaps = new Int32Array(buffer, values.byteLength, count);
  let from = 0;
  for (const column of columns) {
    const to = from + column.at.length;
    pack(column, gaps.subarray(from, to), values.subarray(from, to));
    from = to;
  }
  return buffer;
}

type Lists = Partial<Record<'vms' | 'containers', { columns?: Column[] }>>;

const figureColumns = ({ vms, containers }: Lists): Column[] =>
  [vms, containers].flatMap((list) => (list?.columns ?? []).filter(({ field }) => isFigure(field)));

function pack(column: Column, gaps: Int32Array, values: Float64Array): void {
  gaps.set(column.at);
  column.at = gaps;
  const numbers = column.by ?? column.to;
  if (!numbers) return;
  // what is not a number, such as an unknown rate, is NaN, as in the columns of the replica
  for (let n = 0; n < values.length; n++) {
    const value = numbers[n];
    values[n] = typeof value === 'number' ? value : Number.NaN;
  }
  if (column.by) column.by = values;
  else column.to = values;
}
