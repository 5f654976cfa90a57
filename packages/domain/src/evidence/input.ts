// What a report is made from: plain lists that the server reads from its state and its stores.
import type { DrillReason } from '@belfry/schema/drill/drill';
import type { EvidenceNote, EvidencePeriod, EvidenceScope } from '@belfry/schema/evidence/report';
import type { Forecast } from '@belfry/schema/forecast';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { WireSentence } from '@belfry/schema/sentences/sentence';
import type { Fill } from '../forecast/fill.ts';
import type { RetentionInForce } from '../protection/retention-in-force.ts';
import type { Readings, Span } from './availability.ts';
import type { PlannedRun } from './backup-count.ts';
import type { Day } from './period.ts';

/** `maintenance`: the agreed windows that are about it. `readings`: undefined when the history has none. */
export interface EvidenceNode {
  id: string;
  name: string;
  instance: string;
  maintenance: readonly Span[];
  readings: Readings | undefined;
}

/** `isThere`: whether it exists now. One that does not is known from the journal. `before`: its last good backup before the period. */
export interface EvidenceGuest extends EvidenceNode {
  vmid: number | undefined;
  node: string;
  isThere: boolean;
  createdAt: number | undefined;
  protection: GuestProtection | undefined;
  /** Who decided it, and since when it is so. */
  exclusion: ProtectionDecisions['exclusions'][number] | undefined;
  runs: readonly PlannedRun[];
  before: number | undefined;
  /** What removes its backups at present. Undefined: not known, or the guest is gone. */
  retentions: readonly RetentionInForce[] | undefined;
}

/**
 * Something that answers to others, beside nodes and guests. `createdAt`: of a container, epoch ms. `on`: the host of a container; empty for
 * an instance, which was up while it answered.
 */
export interface EvidenceService extends Omit<EvidenceNode, 'instance'> {
  kind: 'pbs' | 'pmg' | 'pmgnode' | 'docker' | 'container';
  on: string;
  createdAt: number | undefined;
}

/** Epoch ms. `number`: the id of the occurrence. */
export interface EvidenceAlert {
  number: string;
  type: string;
  level: 'warning' | 'critical';
  resource: string;
  /** English; `sentence` says the same. Alerts that an older version stored have none. */
  text: string;
  sentence?: WireSentence | undefined;
  raisedAt: number;
  acknowledgedAt: number | undefined;
  acknowledgedBy: string | undefined;
  endedAt: number | undefined;
}

/**
 * A restore test: one that Belfry watched, or one that somebody wrote down. Epoch ms; `at`: when it was handed out, or done as somebody says.
 * `guest`: the id, `name`: at that time. `result`: `failed` says that the backup was of no use, `refused` that nothing was shown. `restoreMs`:
 * of one that passed before Belfry's eyes. `number`: the id of the entry.
 */
export interface EvidenceRestoreTest {
  number: string;
  guest: string;
  name: string;
  at: number;
  isWatched: boolean;
  result: 'passed' | 'failed' | 'refused' | 'ended' | 'open';
  by: string;
  reason?: DrillReason | undefined;
  restoreMs?: number | undefined;
  isAtMost?: boolean | undefined;
  isCopyThere?: boolean | undefined;
  backup?: string | undefined;
  note?: string | undefined;
}

/** Bytes. `past`: what was used within the period, the oldest first. `forecast`: from what was known at its end. */
export interface EvidenceStore {
  name: string;
  on: string;
  total: number | undefined;
  used: number | undefined;
  past: readonly Fill[];
  forecast?: Forecast | undefined;
}

export interface EvidenceInput {
  scope: EvidenceScope;
  period: EvidencePeriod;
  /** Epoch ms. */
  now: number;
  /** Since when the history knows anything: epoch ms. Undefined: nothing is kept. */
  knownSince: number | undefined;
  nodes: readonly EvidenceNode[];
  guests: readonly EvidenceGuest[];
  /** All of the guests of the scope, also those before the period. */
  restoreTests: readonly EvidenceRestoreTest[];
  /** After so many days a restore test that passed is old; null: never. */
  restoreReminderDays: number | null;
  services: readonly EvidenceService[];
  alerts: readonly EvidenceAlert[];
  stores: readonly EvidenceStore[];
  /** The days of the period. */
  days: readonly Day[];
  /** Of the resources of the scope, also of guests that are gone. */
  changes: readonly JournalEntry[];
  /** By the name of what could not see: Belfry itself, or an instance. */
  seen: readonly { name: string; isBelfry: boolean; readings: Omit<Readings, 'up'> }[];
  /** What else limits this report: parts that could not be read, a store that keeps less than the period. */
  limits: readonly EvidenceNote[];
}
