// The quarantine of a simulated gateway.
import { between, pick } from '../world/walk.ts';

export type QuarantineKind = 'spam' | 'virus' | 'attachment';
/** One row of a list. `time` epoch seconds, `bytes` of the raw mail. */
export type KeptMail = {
  id: string;
  bytes: number;
  envelope_sender: string;
  from: string;
  receiver: string;
  subject: string;
  time: number;
  spamlevel: number;
  virusname?: string;
};

const day = 86_400;
/** How long a mail is kept, in seconds. */
const retention: Record<QuarantineKind, number> = { spam: 7 * day, virus: 7 * day, attachment: day };

const subjects: Record<QuarantineKind, readonly [string, ...string[]]> = {
  spam: ['You have won', 'Your parcel is waiting', 'Last reminder', 'Lower your heating bill'],
  virus: ['Invoice', 'Scan from the printer', 'Delivery note'],
  attachment: ['invoice.exe', 'offer.iso', 'macro.docm'],
};
export const receivers: readonly [string, ...string[]] = ['anna@example.org', 'info@example.org', 'sales@example.org'];

/**
 * `count` mails, newest first. They arrive at regular intervals and are removed after the retention time, so their
 * number is constant.
 */
export function keptMails(seed: number, kind: QuarantineKind, count: number, now: number): KeptMail[] {
  const interval = retention[kind] / Math.max(1, count);
  const newest = Math.floor(now / interval);
  return Array.from({ length: count }, (_, ago) => {
    const nth = newest - ago;
    const sender = `offer${nth % 97}@example.com`;
    return {
      id: `C${seed.toString(16).toUpperCase()}R${nth}T${kind.length}`,
      bytes: between(2_000, 60_000, seed, kind, 'bytes', nth),
      envelope_sender: sender,
      from: sender,
      receiver: pick(receivers, seed, kind, 'receiver', nth),
      subject: pick(subjects[kind], seed, kind, 'subject', nth),
      time: Math.floor(nth * interval),
      spamlevel: kind === 'spam' ? between(5, 18, seed, 'level', nth) : 0,
      ...(kind === 'virus' && { virusname: 'Eicar-Signature' }),
    };
  });
}

/** The figures of the status calls. Averages are texts, or the number 0 when there are no mails. */
export function quarantineStatus(mails: readonly KeptMail[]) {
  const count = mails.length;
  const bytes = mails.reduce((sum, mail) => sum + mail.bytes, 0);
  const level = mails.reduce((sum, mail) => sum + mail.spamlevel, 0);
  const average = (sum: number) => (count > 0 ? (sum / count).toFixed(1) : 0);
  return { count, mbytes: bytes / 2 ** 20, avgbytes: average(bytes), avgspam: average(level) };
}
