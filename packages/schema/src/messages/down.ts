// Everything the server may say on the socket.
import * as z from 'zod';
import { announcements } from './announcement.ts';
import { Delta } from './delta.ts';
import { ErrorMessage } from './error.ts';
import { InitialState } from './initial-state.ts';
import { Ping, Pong } from './ping.ts';
import { RawData } from './raw-data.ts';
import { Archives, Snapshot } from './snapshot.ts';
import { Viewed } from './view.ts';
import { Welcome } from './welcome.ts';

export const Down = z.discriminatedUnion('type', [
  Welcome,
  InitialState,
  RawData,
  Snapshot,
  Archives,
  Delta,
  Viewed,
  Ping,
  Pong,
  ...announcements,
  ErrorMessage,
]);
export type Down = z.infer<typeof Down>;
