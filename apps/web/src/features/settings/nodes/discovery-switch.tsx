// Switches discovery on or off and saves at once. While it is on, a button starts a scan.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { discovery, scan } from '../../../api/nodes.ts';
import { saveSystem, system } from '../../../api/system.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';

const SAYS_SO_MS = 2_000;

export function DiscoverySwitch() {
  const queries = useQueryClient();
  const settings = useQuery(system).data;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (discoveryEnabled: boolean) => saveSystem(queries, { discoveryEnabled }),
    onSuccess(_, on) {
      toast('success', on ? messages.discoveryOn : messages.discoveryOff, { timeout: SAYS_SO_MS });
      return queries.invalidateQueries({ queryKey: discovery.queryKey });
    },
    onError: ({ message }) => toast('error', messages.discoveryFailed, { message }),
  });
  if (!settings) return null;
  // the wanted position is shown until the server has answered
  const on = isPending ? variables : settings.discoveryEnabled;
  const locked = settings.envOverrides.discoveryEnabled === true;
  return (
    <>
      <Switch
        label={messages.discovery}
        hint={locked ? messages.discoveryLocked : undefined}
        checked={on}
        disabled={locked || isPending}
        onChange={mutate}
      />
      {on && <Refresh />}
    </>
  );
}

function Refresh() {
  const queries = useQueryClient();
  const scanning = useQuery(discovery).data?.scanning ?? false;
  const { mutate, isPending } = useMutation({
    mutationFn: () => scan(queries),
    onSuccess: () => toast('info', messages.scanStarted, { timeout: SAYS_SO_MS }),
    onError: ({ message }) => toast('error', messages.scanFailed, { message }),
  });
  const busy = isPending || scanning;
  return (
    <Button look="framed" disabled={busy} onClick={() => mutate()}>
      <Radar size={14} className={busy ? 'animate-pulse' : ''} />
      {busy ? messages.refreshing : messages.refresh}
    </Button>
  );
}
