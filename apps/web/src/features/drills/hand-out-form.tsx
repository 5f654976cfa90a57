// The form that hands out a restore test of a guest.
import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useMemo, useState } from 'react';
import { allDrills, handOut } from '../../api/drills.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { compareText, natural } from '../../lib/order.ts';
import { useList } from '../../live/use-live.ts';
import { ChoiceField, type ChoiceItem } from '../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { OrderCard } from '../../ui/order-card.tsx';
import { messages } from './messages.ts';
import { portsIn } from './texts.ts';

interface HandOutFormProps {
  /** The id of the guest that is chosen. */
  guest: string | null;
  onGuest(id: string): void;
  onDone(id: string): void;
}

const HOURS = ['2', '8', '24', '72'] as const;

export function HandOutForm({ guest, onGuest, onDone }: HandOutFormProps) {
  const queries = useQueryClient();
  const [vms, containers] = [useList('vms'), useList('containers')];
  const [ports, setPorts] = useState('');
  const [hours, setHours] = useState<string>('8');
  const items = useMemo(
    () =>
      [...vms, ...containers]
        .map(({ id, name, vmid, node }): ChoiceItem => ({ value: id, label: name, detail: `${vmid ?? ''} · ${node}` }))
        .sort((a, b) => compareText(natural(a.label), natural(b.label))),
    [vms, containers],
  );
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: () => ({
      ...(guest === null && { guest: messages.noGuest }),
      ...(portsIn(ports) === undefined && { ports: messages.badPorts }),
    }),
    send: () => handOut({ guest: guest ?? '', ports: portsIn(ports) ?? [], hours: Number(hours) }),
    async onDone({ id }) {
      await queries.invalidateQueries({ queryKey: allDrills.queryKey });
      onDone(id);
    },
  });
  return (
    <OrderCard
      title={messages.make}
      hint={messages.makeHint}
      command={{ id: 'drill/new', name: () => messages.newKey }}
      icon={FlaskConical}
      action={sending ? messages.handingOut : messages.handOut}
      isSending={sending}
      problem={failure && `${messages.notHandedOut} ${failure.message}`}
      onSubmit={() => submit()}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <ChoiceField
          label={messages.guest}
          placeholder={messages.noGuest}
          none={messages.notFound}
          chosen={items.find(({ value }) => value === guest) ?? null}
          error={errors.guest}
          load={() => items}
          onValue={(id) => {
            onGuest(id);
            typed('guest');
          }}
        />
        <TextField
          label={messages.ports}
          hint={messages.portsHint}
          value={ports}
          error={errors.ports}
          onChange={(event) => {
            setPorts(event.currentTarget.value);
            typed('ports');
          }}
        />
        <SelectField
          label={messages.hours}
          options={HOURS.map((each) => [each, messages.hoursOf(Number(each))] as const)}
          value={hours}
          onValue={setHours}
        />
      </div>
    </OrderCard>
  );
}
