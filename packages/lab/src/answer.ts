// What a handler says, and how a Proxmox server puts it on the wire.

/** Data, with an optional total beside it; or a refusal with its HTTP status and reason phrase. */
export type Reply =
  | { data: unknown; total?: number }
  | { status: number; reason: string; errors?: Record<string, string> };

/** One HTTP answer. `body` undefined = no body at all; the words are then only in the reason phrase. */
export type Answer = { status: number; reason: string; body?: string; type?: string };

export const ok = (data: unknown): Reply => ({ data });
export const page = (data: unknown, total: number): Reply => ({ data, total });
export const refuse = (status: number, reason: string): Reply => ({ status, reason });
export const invalid = (errors: Record<string, string>): Reply => ({
  status: 400,
  reason: 'Parameter verification failed.',
  errors,
});

/** `wordy`: the body repeats the reason, as Proxmox VE 9 does and older ones do not. */
export function render(reply: Reply, wordy: boolean): Answer {
  if ('data' in reply) return { status: 200, reason: 'OK', body: JSON.stringify(reply) };
  const { status, reason, errors } = reply;
  const body = { data: null, ...(errors && { errors }), ...(wordy && { message: `${reason}\n` }) };
  return { status, reason, body: JSON.stringify(body) };
}
