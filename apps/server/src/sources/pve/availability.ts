// `GET /cluster/ha/status/current`: the status of high availability, for the cluster, its nodes and its guests.
import { isRaw, type Raw, text, whole } from '../proxmox-api/read.ts';

/**
 * `status` is `OK` or a description of the problem. `works`: false when nothing starts the guests of a dead node elsewhere, because
 * the manager is dead or HA is disarmed. `nodes` by name, `guests` by vmid: the state of each, in the terms
 * of the manager.
 */
export interface Availability {
  status: string;
  works: boolean;
  master: string | undefined;
  nodes: ReadonlyMap<string, string>;
  guests: ReadonlyMap<number, string>;
}

/** Undefined when the answer is not a list. Rows of unknown types are skipped. */
export function parseAvailability(data: unknown): Availability | undefined {
  if (!Array.isArray(data)) return undefined;
  const rows = data.filter(isRaw);
  const of = (type: string): Raw[] => rows.filter((row) => row.type === type);
  const [quorum] = of('quorum');
  const [master] = of('master');
  const newest = Math.max(...rows.map(({ timestamp }) => whole(timestamp) ?? 0));
  const quorumStatus = text(quorum?.status, 200) ?? 'OK';
  const masterState = master && stateIn(master.status);
  // Without guests to manage, the manager rests.
  const isWell = masterState === undefined || masterState === 'active' || masterState === 'idle';
  const disarmed = of('fencing').find((row) => text(row['armed-state'], 64)?.startsWith('disarm'));
  const trouble = !isWell
    ? `master: ${text(master?.status, 200)}`
    : disarmed && (text(disarmed.status, 200) ?? 'disarmed');
  return {
    status: quorumStatus === 'OK' ? (trouble ?? 'OK') : quorumStatus,
    works: trouble === undefined,
    master: master && text(master.node, 64),
    nodes: new Map(
      of('lrm').flatMap((row): [string, string][] => {
        const node = text(row.node, 64);
        const state = stateIn(row.status);
        return node && state ? [[node, isSilent(row, newest) ? `${state}, ${SILENT}` : state]] : [];
      }),
    ),
    guests: new Map(
      of('service').flatMap((row): [number, string][] => {
        const vmid = whole(/^(?:vm|ct):(\d+)$/.exec(text(row.sid ?? row.id)?.replace(/^service:/, '') ?? '')?.[1]);
        const state = text(row.state ?? row.crm_state, 64);
        return vmid && state ? [[vmid, state]] : [];
      }),
    ),
  };
}

/** The host writes `pve1 (maintenance mode, Sat Nov 21 07:00:00 2026)`. */
const stateIn = (status: unknown): string | undefined => /\(([^,)]+)/.exec(text(status, 200) ?? '')?.[1]?.trim();

/** What the host calls a manager that has written nothing for thirty seconds. */
const SILENT = 'old timestamp - dead?';
const SILENT_S = 60;

/**
 * A manager in a mode keeps the word of the mode after its death (PVE/API2/HA/Status.pm). All managers write their time with the same
 * beat, so one is silent when the others went on.
 */
const isSilent = ({ status, timestamp }: Raw, newest: number): boolean =>
  stateIn(status)?.endsWith(' mode') === true && newest - (whole(timestamp) ?? newest) > SILENT_S;
