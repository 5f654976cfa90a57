// What the page of a resource shows, as data. Every kind of resource has a hook that makes it: a new kind is one file in `kinds`.

import type { Limit } from '@belfry/domain/alerts/thresholds';
import type { ShownStatus } from '@belfry/domain/status';
import type { Grade } from '@belfry/domain/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import type { ResourceKind, Unit } from '@belfry/schema/history/metrics';
import type { ReactNode } from 'react';
import type { JournalParts } from '../../api/journal.ts';
import type { Facts } from '../../live/figures.ts';

/** How a figure was measured: who says it, and when (ISO). */
export interface Measured {
  source: string;
  at: string | undefined;
  /** It is computed from something else. */
  estimated?: boolean;
}

/** A share of something, as a bar and a number. */
export interface Share {
  percent: number;
  tone: Grade;
  limit: Limit | undefined;
}

/** A line of a chart: one metric of one resource. `live` is its last known figure. */
export interface Line {
  kind: ResourceKind;
  id: string;
  metric: string;
  /** Stands at the end of the line; '' where the title of the chart says it. */
  name: string;
  live: number | undefined;
  /** It is drawn downwards from zero. */
  below?: boolean;
}

/** More lines in a chart cannot be told apart. */
export const MAX_LINES = 5;

/** The past of a figure. */
export interface Plot {
  unit: Unit;
  lines: readonly Line[];
  /** From here on it is a problem. */
  limit?: number | undefined;
  /** Where this metric of the resource of its first line has values, the first line is an estimate. */
  estimate?: string;
}

/** One group of live figures. */
export interface Figure {
  id: string;
  title: string;
  /** Undefined for figures that are no share, or not known. */
  share?: Share | undefined;
  /** Further figures with their names. */
  values?: readonly (readonly [name: string, text: string])[];
  /** What the number means, or why there is none. */
  note?: string | undefined;
  /** Undefined when there is no figure. */
  measured?: Measured | undefined;
  plot?: Plot | undefined;
  /** Not every host has it: it is shown only when there is a figure now, or one in the past. */
  isRare?: boolean;
}

export interface Detail {
  id: string;
  /** Where its alerts have the id of something larger: that id, and which of them are its own. */
  alerts?: { resource: string; isOwn?(alert: Alert): boolean };
  /** Where the journal of changes has another id for it, or knows parts of it. */
  changes?: { resource?: string; parts?: JournalParts };
  name: string;
  /** The id of its instance. */
  instance: string;
  status: ShownStatus;
  staleSince: string | undefined;
  /** Seconds; undefined for what has none or does not run. */
  uptime: number | undefined;
  /** What it is and where: chips and links beside the name. */
  marks: ReactNode;
  /** What is the matter with it, in its own sentence. Without it, its worst alert says that. */
  matter?: { text: ReactNode; tone: 'crit' | 'warn'; alert: string | undefined } | undefined;
  /** Its own address. */
  link: { href: string; text: string } | undefined;
  figures: readonly Figure[];
  /** Tables above the figures, over the whole width. */
  sections?: readonly { id: string; name: string; content: ReactNode }[];
  /** The panels at the right, each in a card. One without content is not shown. */
  panels: readonly { id: string; content: ReactNode }[];
  notes: string;
}

export interface Sibling {
  id: string;
  name: string;
}

export type DetailPath =
  | '/guests/$id'
  | '/nodes/$id'
  | '/storages/$id'
  | '/servers/$id'
  | '/datastores/$id'
  | '/docker/hosts/$id'
  | '/docker/containers/$id';

export interface DetailKind {
  path: DetailPath;
  /** The screen with all of them. */
  list: { to: '/proxmox/overview' | '/proxmox/storage' | '/proxmox/backups' | '/docker'; name(): string };
  /** Undefined when nothing with this id is known. */
  useDetail(id: string): Detail | undefined;
  /** All of the kind, in the order in which Previous and Next go through them. */
  siblings(state: Facts): readonly Sibling[];
  /** For an id that does not exist any more. */
  gone(id: string): string;
  /** For an id that may be reported soon. Absent for what is polled. */
  unreported?(id: string): string;
}
