import { expect, test } from 'vitest';
import { sensorCommand } from './sensor-report.ts';

test('the command has the address, the token, and the connection that monitors the node', () => {
  expect(sensorCommand('https://b.lan', 'bf_1', 'my home')).toBe(
    'curl -fsSL https://b.lan/install-sensor-report.sh | BELFRY_TOKEN=bf_1 sh -s -- --url https://b.lan --instance "my home"',
  );
});

test('a name with characters special to a shell is left out: the node is then found by its own name', () => {
  for (const name of ['a"; reboot "', '$(reboot)', '`reboot`', 'a\\', 'Büro'])
    expect(sensorCommand('https://b.lan', 'bf_1', name)).not.toContain('--instance');
});
