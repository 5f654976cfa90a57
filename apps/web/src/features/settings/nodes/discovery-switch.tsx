// Switches discovery on or off and saves at once. While it is on, a button starts a scan.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { useState } from 'react';
import { discovery, scan } from '../../../api/nodes.ts';
import { saveSystem, system } from '../../../api/system.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';

const SAYS_SO_MS = 2_000;
const failed = (what: string, error: unknown) =>
  toast('error', `${what}: ${error instanceof Error ? error.message : String(error)}`);

export function DiscoverySwitch() {
  const queries = useQueryClient();
  const settings = useQuery(system).data;
  /** Shown until the server has answered. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!settings) return null;
  const on = wanted ?? settings.discoveryEnabled;
  const locked = settings.envOverrides.discoveryEnabled === true;
  const turn = async (discoveryEnabled: boolean) => {
    setWanted(discoveryEnabled);
    try {
      await saveSystem(queries, { discoveryEnabled });
      toast('success', discoveryEnabled ? messages.discoveryOn : messages.discoveryOff, SAYS_SO_MS);
      await queries.invalidateQueries({ queryKey: discovery.queryKey });
    } catch (error) {
      failed(messages.discoveryFailed, error);
    }
    setWanted(null);
  };
  return (
    <>
      <Switch
        label={messages.discovery}
        hint={locked ? messages.discoveryLocked : undefined}
        checked={on}
        disabled={locked || wanted !== null}
        onChange={(to) => void turn(to)}
      />
      {on && <Refresh />}
    </>
  );
}

function Refresh() {
  const queries = useQueryClient();
  const scanning = useQuery(discovery).data?.scanning ?? false;
  const [asked, setAsked] = useState(false);
  const busy = asked || scanning;
  const start = async () => {
    setAsked(true);
    try {
      await scan(queries);
      toast('info', messages.scanStarted, SAYS_SO_MS);
    } catch (error) {
      failed(messages.scanFailed, error);
    }
    setAsked(false);
  };
  return (
    <Button look="framed" disabled={busy} onClick={() => void start()}>
      <Radar size={14} className={busy ? 'animate-pulse' : ''} />
      {busy ? messages.refreshing : messages.refresh}
    </Button>
  );
}
