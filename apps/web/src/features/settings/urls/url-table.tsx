// The guests with a field for the address of each.

import { customUrlProblem } from '@belfry/domain/custom-url';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { english } from '@belfry/domain/sentences/english';
import { ExternalLink, X } from 'lucide-react';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { Theirs } from '../../../lib/draft/theirs.tsx';
import { serverWords } from '../../../lib/language/server-words.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { useInstanceNames } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { hint } from '../../../ui/hint.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { messages } from './messages.ts';
import type { UrlRow } from './rows.ts';

const heights = rowHeights({ item: 44 }, { item: 88 });

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

interface FieldContext {
  text: string;
  theirs: string | undefined;
  disabled: boolean;
  onType(text: string): void;
  onTake(): void;
}
type UrlColumn = Column<GuestFacts, FieldContext>;

const wideColumns: readonly UrlColumn[] = [
  {
    id: 'name',
    head: () => messages.heads.name,
    min: 120,
    // a name of 20 characters
    good: 192,
    grow: 2,
    cell: (guest) => <Name guest={guest} />,
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    min: 56,
    priority: 1,
    cell: (guest) => <Kind guest={guest} />,
  },
  {
    id: 'vmid',
    head: () => messages.heads.vmid,
    min: 64,
    priority: 2,
    cell: ({ vmid }) => <span className="tabular-nums">{vmid}</span>,
  },
  {
    id: 'url',
    head: () => messages.heads.url,
    min: 180,
    grow: 4,
    wraps: true,
    cell: (guest, field) => (
      <div className="py-1.5">
        <Address guest={guest} {...field} />
      </div>
    ),
  },
  {
    id: 'actions',
    head: () => messages.heads.actions,
    min: 160,
    wraps: true,
    cell: (guest, field) => <Actions guest={guest} {...field} />,
  },
];

/** On a phone the field is below the name. */
const narrowColumns: readonly UrlColumn[] = [
  {
    id: 'url',
    head: () => messages.heads.url,
    min: 200,
    grow: 1,
    wraps: true,
    cell: (guest, field) => (
      <div className="py-1.5">
        <span className="mb-1 flex items-center gap-2">
          <Name guest={guest} /> <Kind guest={guest} /> <span className="text-mute tabular-nums">{guest.vmid}</span>
        </span>
        <span className="flex items-start gap-1">
          <span className="min-w-0 flex-1">
            <Address guest={guest} {...field} />
          </span>
          <Actions guest={guest} {...field} />
        </span>
      </div>
    ),
  },
];

export function UrlTable({ rows, textOf, theirs, disabled, onType, onTake }: UrlTableProps) {
  const nameOf = useInstanceNames();
  const isWide = useAtLeast()('md');
  return (
    <DataTable
      label={messages.table}
      role="grid"
      rows={rows}
      columns={isWide ? wideColumns : narrowColumns}
      heights={heights}
      measured
      group={({ node, instance }) => (
        <>
          <b className="font-semibold">{node}</b>
          {nameOf(instance) !== node && <span className="ml-2 text-mute">{nameOf(instance)}</span>}
        </>
      )}
      item={({ key, guest }, place) => (
        <ItemRow
          key={key}
          place={place}
          item={guest}
          context={{
            text: textOf(guest),
            theirs: theirs[guest.id],
            disabled,
            onType: (text: string) => onType(guest, text),
            onTake: () => onTake(guest),
          }}
        />
      )}
    />
  );
}

const Name = ({ guest: { id, name } }: { guest: GuestFacts }) => (
  <span className="flex min-w-0 items-center gap-2">
    <b className="truncate font-[550]" {...hint(name)}>
      {name}
    </b>
    <PageLink href={pageAddress('guests', id)} name={name} />
  </span>
);

const Kind = ({ guest: { type } }: { guest: GuestFacts }) => (
  <Chip className={type === 'qemu' ? 'text-vm' : 'text-lxc'}>{type === 'qemu' ? 'VM' : 'LXC'}</Chip>
);

function Actions({ guest: { name }, text, disabled, onType }: { guest: GuestFacts } & FieldContext) {
  const address = text.trim();
  return (
    <span className="flex shrink-0">
      <Button
        aria-label={messages.testOf(name)}
        disabled={address === '' || customUrlProblem(address) !== undefined}
        onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}
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
}

function Address({
  guest: { id, name },
  text,
  theirs,
  disabled,
  onType,
  onTake,
}: { guest: GuestFacts } & FieldContext) {
  const problem = customUrlProblem(text.trim());
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
          {serverWords(problem, english(problem))}
        </p>
      )}
      {theirs !== undefined && (
        <p className="pt-0.5 pb-1 text-sm">
          <Theirs value={theirs} onTake={onTake} />
        </p>
      )}
    </>
  );
}
