// Whether this server has Docker agents to hand out. If it has none and can have them built, opening a page that needs them builds them.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay } from '../lib/may.ts';
import { call } from './client.ts';
import { agentVersion } from './monitoring.ts';

export interface Agents {
  /** False until it is known. */
  areMissing: boolean;
  areInWork: boolean;
  hasFailed: boolean;
  /** Asks the server once more. */
  again(): void;
  /** Undefined for users who may not. */
  build: (() => void) | undefined;
}

export function useAgents(): Agents {
  const { data, refetch } = useQuery(agentVersion);
  const mayConfigure = useMay('configure');
  const again = () => void refetch();
  const { mutate, isIdle } = useMutation({
    mutationFn: () => call('POST /api/agents/docker/build'),
    onSettled: again,
  });
  const areMissing = data?.architectures.length === 0;
  const begins = areMissing && mayConfigure && data.build === 'possible' && isIdle;
  useEffect(() => {
    if (begins) mutate();
  }, [begins, mutate]);
  return {
    areMissing,
    areInWork: begins || data?.build === 'running',
    hasFailed: data?.build === 'failed',
    again,
    build: mayConfigure ? mutate : undefined,
  };
}
