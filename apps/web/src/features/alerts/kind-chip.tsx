// The kind of the resource of an alert, as people call it.
import type { Alert } from '@belfry/schema/entities/alert';
import { Chip } from '../../ui/chip.tsx';
import { kindOf } from './kind.ts';
import { messages } from './messages.ts';

const LOOKS: Readonly<Record<string, string>> = { vm: 'text-vm', ct: 'text-lxc' };

export function KindChip({ of }: { of: Pick<Alert, 'metadata'> }) {
  const kind = kindOf(of);
  return <Chip className={LOOKS[kind] ?? 'text-soft'}>{messages.kinds[kind]}</Chip>;
}
