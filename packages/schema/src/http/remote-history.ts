// The engine that stores the history in place of Belfry.
import * as z from 'zod';
import { RemoteHistoryInput, RemoteHistoryState } from '../history/remote.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';
import { ExportTrial } from './exports.ts';

const path = '/api/history/remote';

export const getRemoteHistory = endpoint(`GET ${path}`, {
  summary: 'The engine for time series that stores the history, without the secret, and how that goes',
  access: 'viewer',
  versioned: { except: ['status'] },
  reply: RemoteHistoryState,
});

export const putRemoteHistory = endpoint(`PUT ${path}`, {
  summary: 'Choose the engine that stores the history. From then on values are written to it and read from it',
  access: 'admin',
  body: RemoteHistoryInput,
  reply: z.object({ status: z.literal('success') }),
});

const EngineTrial = z.object({ write: ExportTrial, read: ExportTrial });
/** `write`: one value was sent. `read`: a question about the last hour was asked. `longTerm`: the same of the second engine. */
export const RemoteHistoryTrial = EngineTrial.extend({ longTerm: z.exactOptional(EngineTrial) });
export type RemoteHistoryTrial = z.infer<typeof RemoteHistoryTrial>;

export const testRemoteHistory = endpoint(`POST ${path}/test`, {
  summary: 'Write a value to the engine with these settings and ask it, and say what it answers',
  access: 'admin',
  body: RemoteHistoryInput.refine(({ url }) => url !== '', {
    path: ['url'],
    error: toMessage({ id: 'input.writeAddress' }),
  }),
  reply: RemoteHistoryTrial,
});

export const remoteHistoryEndpoints = [getRemoteHistory, putRemoteHistory, testRemoteHistory] as const;
