// The agent of a guest reads a file or refuses it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, instanceOf, otherToken, token } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';
import { type Guest, isRunning } from '../world/guest.ts';

let lab: Lab;
let reader: Record<string, string>;
beforeAll(async () => {
  lab = await startLab({
    nodes: 6,
    guests: 400,
    clusters: 2,
    seed: 4,
    authDelayMs: 0,
    clock: () => Date.UTC(2026, 0, 15),
  });
  reader = otherToken(lab.tokenWith('VM.GuestAgent.FileRead'));
});
afterAll(() => lab.stop());

const some = (what: (guest: Guest) => boolean, nth = 0): Guest => {
  const guest = lab.guests(instanceOf(lab, nth).name).find((g) => g.kind === 'qemu' && what(g));
  if (!guest) throw new Error('the seed makes no such guest');
  return guest;
};
const talking = (system: Guest['system']) => (g: Guest) =>
  g.system === system && isRunning(g) && g.agent && !g.agentLost && !g.agentBehaviour;
const read = ({ node, vmid }: Guest, query: string, headers = reader, nth = 0) =>
  ask(instanceOf(lab, nth).host, `/nodes/${node}/qemu/${vmid}/agent/file-read${query}`, { headers });
const data = (text: string): { content: string; 'bytes-read': number; truncated?: number } => JSON.parse(text).data;

test('the agent reads a file out, whole or in parts, as text or as base64', async () => {
  const guest = some(talking('debian'));
  const whole = data((await read(guest, '?file=/etc/os-release')).text);
  expect(whole).toEqual({ content: expect.stringContaining('ID=debian\n'), 'bytes-read': whole.content.length });
  const part = data((await read(guest, '?file=/etc/os-release&offset=3&count=5')).text);
  expect(part).toEqual({ content: whole.content.slice(3, 8), 'bytes-read': 5, truncated: 1 });
  const coded = data((await read(guest, '?file=/etc/os-release&decode=0')).text);
  expect(Buffer.from(coded.content, 'base64').toString()).toBe(whole.content);
});

test('more than 16 MiB is cut and says so', async () => {
  const { content, truncated } = data((await read(some(talking('debian')), '?file=/var/log/syslog')).text);
  expect({ length: content.length, truncated }).toEqual({ length: 16_777_216, truncated: 1 });
});

test('a missing file name, an impossible count and a parameter of a later release are 400', async () => {
  const errors = async (query: string, nth = 0) =>
    JSON.parse((await read(some(talking('debian'), nth), query, reader, nth)).text).errors;
  expect(await errors('')).toEqual({ file: 'property is missing and it is not optional' });
  expect(await errors('?file=/x&count=0')).toEqual({ count: 'value must have a minimum value of 1' });
  expect(await errors('?file=/x&count=99999999')).toEqual({ count: 'value must have a maximum value of 16777216' });
  expect(await errors('?file=/x&offset=1', 1)).toHaveProperty('offset');
});

test('an auditor may read files until release 8 only', async () => {
  expect(await read(some(talking('debian')), '?file=/etc/hostname', token(instanceOf(lab)))).toMatchObject({
    status: 403,
    reason: expect.stringMatching(/^Permission check failed \(\/vms\/\d+, .*VM\.GuestAgent\.FileRead/),
  });
  const old = await read(some(talking('debian'), 1), '?file=/etc/hostname', token(instanceOf(lab, 1)), 1);
  expect(old.status).toBe(200);
});

test('a stopped guest, a guest without an agent, a forbidden file and a missing file are 500 with the reason', async () => {
  const reason = async (guest: Guest, file = '/etc/hostname') => (await read(guest, `?file=${file}`)).reason;
  const off = some((g) => !isRunning(g));
  expect(await reason(off)).toBe(`VM ${off.vmid} is not running`);
  expect(await reason(some((g) => isRunning(g) && !g.agent))).toBe('No QEMU guest agent configured');
  expect(await reason(some(talking('alma')))).toMatch(/^Agent error: Command guest-file-open has been disabled/);
  expect(await reason(some(talking('debian')), '/nowhere')).toBe(
    "Agent error: failed to open file '/nowhere' (mode: 'r'): No such file or directory",
  );
});
