// The pressure of nodes (PSI). Only `rrddata` has it, from Proxmox VE 9 on: a row for each minute.
import { fail, ok } from '@belfry/domain/result';
import { roundTo } from '@belfry/domain/usage';
import type { NodePressure } from '@belfry/schema/entities/node';
import { iso } from '../../lib/clock.ts';
import { newestRow, OLDEST_MS } from '../proxmox-api/newest-row.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { compose, type PveInstance } from './instance.ts';
import { createNodeTurns } from './node-turns.ts';

export function createPressurePoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  const askNodes = createNodeTurns(instance);

  async function fetchNode(parts: Parts, name: string): Promise<boolean> {
    const path = `/nodes/${encodeURIComponent(name)}/rrddata?timeframe=hour&cf=AVERAGE`;
    const answer = await parts.get('pressure of nodes', path, { needs: `Sys.Audit on /nodes/${name}` });
    const pressure = answer.ok ? pressureIn(answer.value, instance.clock.now()) : undefined;
    if (pressure) learn(new Map(instance.facts.nodePressure).set(name, pressure));
    return answer.ok;
  }

  function learn(nodePressure: PveInstance['facts']['nodePressure']): void {
    instance.facts = { ...instance.facts, nodePressure };
  }

  return {
    name: 'pressure',
    everyMs: 60_000,
    timeoutMs: 25_000,
    essential: false,
    async run(signal) {
      const { version = '', nodePressure } = instance.facts;
      if (!(Number.parseInt(version, 10) >= 9)) return ok({ slices: {} });
      const now = instance.clock.now();
      learn(new Map([...nodePressure].filter(([, { at }]) => now - Date.parse(at) < OLDEST_MS)));
      const parts = begin(instance.session.read(signal, 'pressure'));
      const answered = await askNodes((node) => fetchNode(parts, node));
      const trouble = parts.trouble();
      if (trouble && !answered) return fail(trouble);
      return ok({
        slices: instance.facts.nodes.length > 0 ? { nodes: compose.nodes(instance) } : {},
        gaps: parts.gaps(),
      });
    },
  };
}

/** Undefined where the host has not stored any for minutes. */
function pressureIn(data: unknown, now: number): NodePressure | undefined {
  const newest = newestRow(data, ['pressurecpusome', 'pressureiosome', 'pressurememorysome'], now);
  if (!newest) return undefined;
  const [cpu = 0, io = 0, memory = 0] = newest.values.map((value) => roundTo(value, 1));
  return { cpu, io, memory, at: iso(newest.at) };
}
