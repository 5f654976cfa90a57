// Everything the server may say on the socket.
import * as z from 'zod';
import { AlertRaised, AlertResolved } from './alert.ts';
import { Delta } from './delta.ts';
import { DiscoveryComplete, DiscoveryStarted, DiscoveryUpdate } from './discovery.ts';
import { ErrorMessage } from './error.ts';
import { GuestMetadataChanged } from './guest-metadata.ts';
import { InitialState } from './initial-state.ts';
import { NodeAutoRegistered, NodeDeleted, NodesChanged } from './nodes.ts';
import { Ping, Pong } from './ping.ts';
import { RawData } from './raw-data.ts';
import { SettingsUpdate, ThemeChanged } from './settings.ts';
import { Archives, Snapshot } from './snapshot.ts';
import { UpdateProgress } from './update-progress.ts';
import { Welcome } from './welcome.ts';

export const Down = z.discriminatedUnion('type', [
  Welcome,
  InitialState,
  RawData,
  Snapshot,
  Archives,
  Delta,
  Ping,
  Pong,
  AlertRaised,
  AlertResolved,
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
  ErrorMessage,
]);
export type Down = z.infer<typeof Down>;
