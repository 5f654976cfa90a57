// The TCP ports that programs in a guest listen at: /proc/net/tcp and tcp6 as the agent reads them. Nothing is run in the guest.
import { part, text } from '../proxmox-api/read.ts';

export const PORT_FILES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;
/** `sl local_address rem_address st …`, hexadecimal. */
const ROW = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} ([\dA-F]{2}) /i;
const LISTENS = '0A';
const MAX_CHARACTERS = 1_000_000;

/** From `data` of agent/file-read. */
export function portsIn(data: unknown): number[] {
  const lines = (text(part(data).content, MAX_CHARACTERS) ?? '').split('\n');
  const ports = lines.flatMap((line) => {
    const [, port, state] = ROW.exec(line) ?? [];
    return port !== undefined && state?.toUpperCase() === LISTENS ? [Number.parseInt(port, 16)] : [];
  });
  return [...new Set(ports)].sort((a, b) => a - b);
}
