// The messages about events. All others contain the state, or are about the socket itself.
import type * as z from 'zod';
import { AlertRaised, AlertResolved } from './alert.ts';
import { AlertConfigChanged } from './alert-config.ts';
import { DiscoveryComplete, DiscoveryStarted, DiscoveryUpdate } from './discovery.ts';
import { GuestMetadataChanged } from './guest-metadata.ts';
import { NodeAutoRegistered, NodeDeleted, NodesChanged } from './nodes.ts';
import { SettingsUpdate, ThemeChanged } from './settings.ts';
import { UpdateProgress } from './update-progress.ts';

export const announcements = [
  AlertRaised,
  AlertResolved,
  AlertConfigChanged,
  UpdateProgress,
  NodeAutoRegistered,
  NodeDeleted,
  NodesChanged,
  DiscoveryStarted,
  DiscoveryUpdate,
  DiscoveryComplete,
  SettingsUpdate,
  ThemeChanged,
  GuestMetadataChanged,
] as const;
export type Announcement = z.infer<(typeof announcements)[number]>;
