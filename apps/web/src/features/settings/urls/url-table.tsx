// The guests with a field for the address of each. The rows are virtual, because there may be thousands.
import { customUrlProblem } from '@belfry/domain/custom-url';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { ExternalLink, X } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { Theirs } from '../../../lib/draft/theirs.tsx';
import { useInstanceNames } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { narrow } from '../../../ui/table/heights.ts';
import { usePlace } from '../../../ui/table/use-place.ts';
import { useVirtualRows } from '../../../ui/table/use-virtual-rows.ts';
import { VirtualBody } from '../../../ui/table/virtual-body.tsx';
import { messages } from './messages.ts';
import type { UrlRow } from './rows.ts';

/** Pixels. On phones the field is below the name. */
const HEIGHTS = {
  narrow: { head: 40, heightOf: ({ kind }: UrlRow) => (kind === 'node' ? 40 : 88) },
  wide: { head: 28, heightOf: ({ kind }: UrlRow) => (kind === 'node' ? 26 : 44) },
};

interface UrlTableProps {
  rows: readonly UrlRow[];
  textOf(guest: GuestFacts): string;
  /** By guest: the address that somebody else saved while it was edited here. */
  theirs: Readonly<Partial<Record<string, string>>>;
  disabled: boolean;
  onType(guest: GuestFacts, text: string): void;
  /** The user prefers the address in `theirs`. */
  onTake(guest: GuestFacts): void;
}

export function UrlTable({ rows, textOf, theirs, disabled, onType, onTake }: UrlTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const small = narrow();
  const nameOf = useInstanceNames();
  const { virtual } = useVirtualRows(rows, frame, usePlace(frame, table), HEIGHTS[small ? 'narrow' : 'wide']);
  const columns = small ? 1 : 5;

  return (
    <div ref={frame} className="min-w-0">
      <div className="card">
        <table ref={table} className="rows" aria-label={messages.table} aria-rowcount={rows.length + 1}>
          {!small && (
            <colgroup>
              <col className="w-[26%]" />
              <col className="w-16" />
              <col className="w-20" />
              <col />
              <col className="w-40" />
            </colgroup>
          )}
          <thead>
            <tr>
              {(small ? [messages.url] : messages.heads).map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <VirtualBody virtual={virtual} columns={columns}>
            {({ index, key }) => {
              const row = rows[index] as UrlRow;
              const place = { ref: virtual.measureElement, index };
              return row.kind === 'node' ? (
                <tr key={key} ref={place.ref} data-index={index} className="group">
                  <td colSpan={columns}>
                    <b className="font-semibold">{row.node}</b>
                    {nameOf(row.instance) !== row.node && (
                      <span className="ml-2 text-mute">{nameOf(row.instance)}</span>
                    )}
                  </td>
                </tr>
              ) : (
                <GuestUrlRow
                  key={key}
                  place={place}
                  guest={row.guest}
                  text={textOf(row.guest)}
                  theirs={theirs[row.guest.id]}
                  disabled={disabled}
                  onType={(text) => onType(row.guest, text)}
                  onTake={() => onTake(row.guest)}
                />
              );
            }}
          </VirtualBody>
        </table>
      </div>
    </div>
  );
}

interface GuestUrlRowProps {
  place: { ref: Ref<HTMLTableRowElement>; index: number };
  guest: GuestFacts;
  text: string;
  theirs: string | undefined;
  disabled: boolean;
  onType(text: string): void;
  onTake(): void;
}

function GuestUrlRow({ place, guest, text, theirs, disabled, onType, onTake }: GuestUrlRowProps) {
  const { name, type, vmid } = guest;
  const problem = customUrlProblem(text.trim());
  const kind = <Chip className={type === 'qemu' ? 'text-vm' : 'text-lxc'}>{type === 'qemu' ? 'VM' : 'LXC'}</Chip>;
  const address = (
    <>
      <Address guest={guest} text={text} problem={problem} disabled={disabled} onType={onType} />
      {theirs !== undefined && (
        <p className="pt-0.5 pb-1 text-sm">
          <Theirs value={theirs} onTake={onTake} />
        </p>
      )}
    </>
  );
  const actions = (
    <span className="flex shrink-0">
      <Button
        aria-label={messages.testOf(name)}
        disabled={text.trim() === '' || problem !== undefined}
        onClick={() => window.open(text.trim(), '_blank', 'noopener,noreferrer')}
      >
        <ExternalLink size={13} aria-hidden />
        <span className="max-md:hidden">{messages.test}</span>
      </Button>
      <Button aria-label={messages.clearOf(name)} disabled={disabled || text === ''} onClick={() => onType('')}>
        <X size={13} aria-hidden />
        <span className="max-md:hidden">{messages.clear}</span>
      </Button>
    </span>
  );
  if (narrow())
    return (
      <tr ref={place.ref} data-index={place.index}>
        <td className="whitespace-normal! py-1.5!">
          <span className="mb-1 flex items-center gap-2">
            <b className="truncate font-[550]">{name}</b> {kind} <span className="text-mute tabular-nums">{vmid}</span>
          </span>
          <span className="flex items-start gap-1">
            <span className="min-w-0 flex-1">{address}</span> {actions}
          </span>
        </td>
      </tr>
    );
  return (
    <tr ref={place.ref} data-index={place.index}>
      <td className="h-11!" title={name}>
        {name}
      </td>
      <td>{kind}</td>
      <td className="tabular-nums">{vmid}</td>
      <td className="overflow-visible! whitespace-normal!">{address}</td>
      <td className="overflow-visible!">{actions}</td>
    </tr>
  );
}

interface AddressProps {
  guest: GuestFacts;
  text: string;
  problem: string | undefined;
  disabled: boolean;
  onType(text: string): void;
}

function Address({ guest: { id, name }, text, problem, disabled, onType }: AddressProps) {
  const errorId = `url-error-${id}`;
  return (
    <>
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
        className="h-8 w-full min-w-0 rounded-md border border-field-line bg-field px-2 text-md text-text placeholder:text-mute disabled:opacity-60 aria-invalid:border-crit max-md:h-10 max-md:text-[16px]"
      />
      {problem !== undefined && (
        <p id={errorId} className="pt-0.5 pb-1 text-sm text-crit">
          {problem}
        </p>
      )}
    </>
  );
}
