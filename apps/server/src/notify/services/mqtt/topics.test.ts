import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { expect, test } from 'vitest';
import { topicsOf } from './topics.ts';

test('whatever a machine is called, its topics are ones that a broker takes, and two machines never share one', () => {
  const ids = ['a\u0000', 'a\ud800', 'a+b', 'a#b', 'a/b', 'x'.repeat(70_000), 'x'.repeat(70_001), '東京'.repeat(9000)];
  const machines = ids.map((id) => ({ id, name: id, model: 'Docker host' }));
  const topics = [...topicsOf(MqttConfig.parse({}), { alerts: [], machines }).keys()];
  expect(new Set(topics).size).toBe((ids.length + 1) * 4);
  for (const topic of topics) {
    expect(topic).toMatch(/^[A-Za-z0-9_/-]+$/);
    expect(topic.length).toBeLessThan(1200);
  }
});
