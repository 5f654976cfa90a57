// The answer of a handler, and how a Proxmox server writes it as HTTP.

/** Data with an optional total, or a refusal with its HTTP status and reason phrase. */
export type Reply =
  | { data: unknown; total?: number }
  | { status: number; reason: string; errors?: Record<string, string> };

/** One HTTP answer. `body` undefined: no body; the text is then only in the reason phrase. */
export type Answer = { status: number; reason: string; body?: string; type?: string };

export const ok = (data: unknown): Reply => ({ data });
export const page = (data: unknown, total: number): Reply => ({ data, total });
export const refuse = (status: number, reason: string): Reply => ({ status, reason });
export const invalid = (errors: Record<string, string>): Reply => ({
  status: 400,
  reason: 'Parameter verification failed.',
  errors,
});

/** `wordy`: the body repeats the reason, as Proxmox VE 9 does; older releases do not. */
export function render(reply: Reply, wordy: boolean): Answer {
  if ('data' in reply) return { status: 200, reason: 'OK', body: JSON.stringify(reply) };
  const { status, reason, errors } = reply;
  const body = { data: null, ...(errors && { errors }), ...(wordy && { message: `${reason}\n` }) };
  return { status, reason, body: JSON.stringify(body) };
}
