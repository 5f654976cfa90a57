// The messages of the server on the socket, and how a frame is decoded: text is JSON, binary is raw-deflated JSON.
import type { Delta } from '@belfry/schema/messages/delta';
import type { Down } from '@belfry/schema/messages/down';
import type { Archives, Snapshot } from '@belfry/schema/messages/snapshot';
import type { Viewed } from '@belfry/schema/messages/view';

/** The unions of the schema, with the precise type of a delta. */
export type Message =
  | Exclude<Down, { type: 'snapshot' | 'archives' | 'delta' | 'viewed' }>
  | Snapshot
  | Archives
  | Delta
  | Viewed;

export type Frame = string | ArrayBuffer;

/** Undefined for a frame that is not a message. The next delta then does not fit, and a snapshot is requested. */
export async function decode(frame: Frame): Promise<Message | undefined> {
  try {
    const message: unknown = JSON.parse(typeof frame === 'string' ? frame : await inflate(frame));
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function inflate(bytes: ArrayBuffer): Promise<string> {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const failed = writer.write(bytes).then(() => writer.close());
  return Promise.all([new Response(readable).text(), failed]).then(([text]) => text);
}
