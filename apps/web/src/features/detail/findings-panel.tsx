// What the configuration of a guest or a node shows, from what the journal reads anyway.
import { useQuery } from '@tanstack/react-query';
import { findingsOf } from '../../api/findings.ts';
import { useMay } from '../../lib/may.ts';
import { Panel } from '../../ui/detail.tsx';
import { Findings } from '../../ui/journal/findings.tsx';
import { messages } from './messages.ts';

/** Nothing until they are there, and where the journal cannot be used. */
export function FindingsPanel({ id }: { id: string }) {
  const { data = [] } = useQuery({ ...findingsOf(id), enabled: useMay('read') });
  if (data.length === 0) return null;
  return (
    <Panel title={messages.configuration}>
      <Findings findings={data} />
    </Panel>
  );
}
