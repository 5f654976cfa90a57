// The figures of a delta as typed arrays in one buffer, which a worker hands over without a copy.
import { isFigure } from '@belfry/domain/guest-figures';
import type { Column } from '@belfry/schema/messages/delta';
import type { Message } from './message.ts';

/** Changes the message in place. Returns what can be handed over. */
export function compact(message: Message): ArrayBuffer[] {
  const columns = message.type === 'delta' ? figureColumns(message.data) : [];
  const count = columns.reduce((sum, { at }) => sum + at.length, 0);
  if (count === 0) return [];
  const buffer = new ArrayBuffer(count * (Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT));
  const values = new Float64Array(buffer, 0, count);
  const gaps = new Int32Array(buffer, values.byteLength);
  let from = 0;
  for (const column of columns) {
    const to = from + column.at.length;
    pack(column, gaps.subarray(from, to), values.subarray(from, to));
    from = to;
  }
  return [buffer];
}

type Lists = Partial<Record<'vms' | 'containers', { columns?: Column[] }>>;

const figureColumns = ({ vms, containers }: Lists): Column[] =>
  [vms, containers].flatMap((list) => (list?.columns ?? []).filter(({ field }) => isFigure(field)));

function pack(column: Column, gaps: Int32Array, values: Float64Array): void {
  gaps.set(column.at);
  column.at = gaps;
  const given = column.by ?? column.to;
  if (!given) return;
  // what is not a number, such as an unknown rate, is NaN, as in the columns of the replica
  for (let n = 0; n < values.length; n++) {
    const value = given[n];
    values[n] = typeof value === 'number' ? value : Number.NaN;
  }
  if (column.by) column.by = values;
  else column.to = values;
}
