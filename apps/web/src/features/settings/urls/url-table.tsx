// The guests with a field for the address of each: virtual rows, as there may be thousands.
import { customUrlProblem } from '@belfry/domain/custom-url';
import type { Guest } from '@belfry/schema/entities/guest';
import { ExternalLink, X } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { messages } from './messages.ts';
import type { UrlRow } from './rows.ts';

const HEIGHTS = { head: 28, heightOf: ({ kind }: UrlRow) => (kind === 'node' ? 28 : 44) };

interface UrlTableProps {
  rows: readonly UrlRow[];
  textOf(guest: Guest): string;
  disabled: boolean;
  onType(guest: Guest, text: string): void;
}

export function UrlTable({ rows, textOf, disabled, onType }: UrlTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { virtual } = useVirtualRows(rows, frame, HEIGHTS);
  const items = virtual.getVirtualItems();
  const margin = virtual.options.scrollMargin;
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <div ref={frame} className="min-w-0">
      <div className="card">
        <table className="rows" aria-label={messages.table} aria-rowcount={rows.length + 1}>
          <colgroup>
            <col className="w-[26%] max-md:w-[34%]" />
            <col className="w-16 max-md:w-0" />
            <col className="w-20 max-md:w-0" />
            <col />
            <col className="w-40 max-md:w-24" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{messages.name}</th>
              <th scope="col" className="max-md:hidden">
                {messages.type}
              </th>
              <th scope="col" className="max-md:hidden">
                {messages.vmid}
              </th>
              <th scope="col">{messages.url}</th>
              <th scope="col">{messages.actions}</th>
            </tr>
          </thead>
          <tbody>
            <Space height={before} />
            {items.map(({ index, key }) => {
              const row = rows[index] as UrlRow;
              const place = { ref: virtual.measureElement, index };
              return row.kind === 'node' ? (
                <tr key={key} ref={place.ref} data-index={index} className="group">
                  <td colSpan={5}>
                    <b className="font-semibold">{row.node}</b>
                    {row.instance !== row.node && <span className="ml-2 text-mute">{row.instance}</span>}
                  </td>
                </tr>
              ) : (
                <GuestUrlRow
                  key={key}
                  place={place}
                  guest={row.guest}
                  text={textOf(row.guest)}
                  disabled={disabled}
                  onType={(text) => onType(row.guest, text)}
                />
              );
            })}
            <Space height={after} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface GuestUrlRowProps {
  place: { ref: Ref<HTMLTableRowElement>; index: number };
  guest: Guest;
  text: string;
  disabled: boolean;
  onType(text: string): void;
}

function GuestUrlRow({ place, guest: { id, name, type, vmid }, text, disabled, onType }: GuestUrlRowProps) {
  const problem = customUrlProblem(text.trim());
  const errorId = `url-error-${id}`;
  return (
    <tr ref={place.ref} data-index={place.index}>
      <td className="h-11!" title={name}>
        {name}
      </td>
      <td className="max-md:hidden">
        <Chip className={type === 'qemu' ? 'text-vm' : 'text-lxc'}>{type === 'qemu' ? 'VM' : 'LXC'}</Chip>
      </td>
      <td className="tabular-nums max-md:hidden">{vmid}</td>
      <td className="overflow-visible! whitespace-normal!">
        <input
          type="url"
          aria-label={messages.urlOf(name)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : errorId}
          placeholder={messages.example}
          value={text}
          disabled={disabled}
          maxLength={2048}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onType(event.currentTarget.value)}
          className="h-8 w-full min-w-0 rounded-md border border-line bg-bg px-2 text-md text-text placeholder:text-mute/70 disabled:opacity-60 aria-invalid:border-crit max-md:h-10 max-md:text-[16px]"
        />
        {problem !== undefined && (
          <p id={errorId} className="pt-0.5 pb-1 text-sm text-crit">
            {problem}
          </p>
        )}
      </td>
      <td className="overflow-visible!">
        <span className="flex">
          <Button
            aria-label={messages.testOf(name)}
            disabled={text.trim() === '' || problem !== undefined}
            onClick={() => window.open(text.trim(), '_blank', 'noopener,noreferrer')}
            className="max-md:px-2!"
          >
            <ExternalLink size={13} aria-hidden />
            <span className="max-md:hidden">{messages.test}</span>
          </Button>
          <Button
            aria-label={messages.clearOf(name)}
            disabled={disabled || text === ''}
            onClick={() => onType('')}
            className="max-md:px-2!"
          >
            <X size={13} aria-hidden />
            <span className="max-md:hidden">{messages.clear}</span>
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Stands for the rows that are out of view. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={5} className="border-0! p-0!" style={{ height }} />
    </tr>
  );
}
