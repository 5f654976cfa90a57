// The addresses of a guest.
import type { Guest } from './guest.ts';
import { between, hash } from './walk.ts';

/** A MAC address with the prefix of Proxmox. */
export function macOf(guest: Guest): string {
  const tail = hash(guest.seed, 'mac').toString(16).toUpperCase().padStart(8, '0').slice(0, 6);
  return `BC:24:11:${tail.replace(/(..)(?!$)/g, '$1:')}`;
}

export const ipv4Of = (guest: Guest) =>
  `10.${between(10, 40, guest.seed, 'net')}.${(guest.vmid >> 8) & 255}.${guest.vmid & 255}`;

export function linkLocalOf(guest: Guest): string {
  const [a, b, c] = macOf(guest).split(':').slice(3);
  return `fe80::be24:11ff:fe${a}:${b}${c}`.toLowerCase();
}
