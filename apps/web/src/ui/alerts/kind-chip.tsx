// The kind of the resource of an alert, as people call it.
import type { Alert } from '@belfry/schema/entities/alert';
import { Chip } from '../chip.tsx';
import { kindOf } from './kind.ts';
import { messages } from './messages.ts';

const LOOKS: Readonly<Record<string, string>> = { vm: 'text-vm', ct: 'text-lxc' };

/** `short`: beside a name. Where there is too little room, it is cut off before the name beside it. */
export function KindChip({ of, short = false }: { of: Pick<Alert, 'metadata'>; short?: boolean }) {
  const kind = kindOf(of);
  const text = short && kind === 'dockerContainer' ? messages.docker : messages.kinds[kind];
  return <Chip className={`min-w-9 shrink-[1000]! ${LOOKS[kind] ?? 'text-soft'}`}>{text}</Chip>;
}
