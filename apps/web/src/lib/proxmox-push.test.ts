import { expect, test } from 'vitest';
import { canPush, pushCommand, pushEndCommand } from './proxmox-push.ts';

const option = (command: string, name: string): string[] =>
  [...command.matchAll(new RegExp(`--${name} (\\S+)`, 'g'))].map(([, value = '']) => value);
const decoded = (value: string): string => atob(value.replace(/^name=[^,]*,value=/, ''));

test('a node of Proxmox VE gets a target with the token as a secret, and a matcher for what Belfry reads', () => {
  const command = pushCommand('pve', 'https://b.lan', 'home', 'bf_1');
  expect(command).toContain('; pvesh create /cluster/notifications/endpoints/webhook --name belfry --method post ');
  expect(option(command, 'url')).toEqual(["'https://b.lan/api/proxmox/notify/home'"]);
  expect(option(command, 'header').map(decoded)).toEqual(['application/json', 'Bearer {{ secrets.token }}']);
  expect(option(command, 'secret').map(decoded)).toEqual(['bf_1']);
  expect(option(command, 'body').map(decoded)).toEqual([
    '{"type":"{{#if fields.type}}{{ escape fields.type }}{{/if}}"}',
  ]);
  expect(command).toContain(
    " && pvesh create /cluster/notifications/matchers --name belfry-events --target belfry --match-field 'regex:type=^(vzdump|fencing|replication)$'",
  );
  expect(command).not.toContain('bf_1');
});

test('a backup server gets the same by its own program', () => {
  const command = pushCommand('pbs', 'https://b.lan', 'pbs-main', 'bf_1');
  expect(command).toContain('; proxmox-backup-manager notification endpoint webhook create belfry --method post ');
  expect(command).toContain(' && proxmox-backup-manager notification matcher create belfry-events --target belfry ');
});

test('a command that is run again replaces what the one before made, and no two things have one name', () => {
  for (const type of ['pve', 'pbs'] as const) {
    const command = pushCommand(type, 'https://b.lan', 'home', 'bf_1');
    expect(command.startsWith(`(${pushEndCommand(type)}) 2>/dev/null; `)).toBe(true);
    const made = [...command.matchAll(/(?:--name|create) (belfry\S*)/g)].map(([, name]) => name);
    expect(made).toEqual(['belfry', 'belfry-events']);
  }
});

test('a server without sign-in is sent no token', () => {
  expect(option(pushCommand('pve', 'http://b', 'home', undefined), 'secret')).toEqual([]);
});

test('no instance id ends the quotes of the shell', () => {
  expect(pushCommand('pve', 'http://b', "a'; reboot '", undefined)).toContain("notify/a%27%3B%20reboot%20%27'");
});

test('the commands of the end remove both, and a mail gateway has none', () => {
  expect(pushEndCommand('pve')).toBe(
    'pvesh delete /cluster/notifications/matchers/belfry-events; pvesh delete /cluster/notifications/endpoints/webhook/belfry',
  );
  expect(canPush('pmg')).toBe(false);
});
