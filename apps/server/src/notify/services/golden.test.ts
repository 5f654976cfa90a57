import { expect, test } from 'vitest';
import { webhookServices } from './registry.ts';
import { contracts } from './testing/schemas.ts';
import { cases, messageOf, webhookOf } from './testing/webhooks.ts';
import type { WebhookService } from './webhook.ts';

const all = webhookServices.flatMap((service) =>
  Object.keys(cases).map((name): [string, string, WebhookService] => [service.key, name, service]),
);

const bodies = (service: WebhookService, name: string, publicUrl?: string) => {
  const notice = cases[name];
  if (!notice) throw new Error(`there is no case ${name}`);
  const message = messageOf(notice, publicUrl === undefined ? {} : { publicUrl });
  return service.render(message, webhookOf(service.key));
};

test.for(all)('the body for %s is as recorded, and what the API accepts: %s', async ([key, name, service]) => {
  const payloads = bodies(service, name);
  const contract = contracts[service.key];
  for (const { body } of payloads) {
    expect(contract?.body.parse(body)).toBeDefined();
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(contract?.mostBytes ?? 0);
    expect(JSON.stringify(body).isWellFormed()).toBe(true);
  }
  const recorded = payloads.length === 1 ? payloads[0] : payloads;
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot(`./${key}/golden/${name}.json`);
});

test.for(webhookServices.map((service) => [service.key, service] as const))(
  'when the address of Belfry is not known, a message has no link: %s',
  ([, service]) => {
    for (const name of Object.keys(cases)) {
      const payloads = bodies(service, name, '');
      expect(JSON.stringify(payloads)).not.toContain('belfry.example');
      for (const { body } of payloads) contracts[service.key]?.body.parse(body);
    }
  },
);
