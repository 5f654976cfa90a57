// Checks of where alerts go: whether there is a destination, whether the last message arrived, and the MQTT broker.
import { listDeliveries } from '@belfry/schema/http/deliveries';
import { getEmail } from '@belfry/schema/http/email';
import { getMqtt } from '@belfry/schema/http/mqtt';
import { listWebhooks } from '@belfry/schema/http/webhooks';
import type { Api } from '../api.ts';
import { say } from '../language/said.ts';
import { messages } from '../messages/doctor.ts';
import { type Finding, note, problem } from './finding.ts';

export const checkDestinations = async (api: Api): Promise<Finding[]> =>
  (await Promise.all([checkNone(api), checkBroker(api), checkDeliveries(api)])).flat();

async function checkBroker(api: Api): Promise<Finding[]> {
  const { enabled, connected, problem: reason, host, port } = await api.call(getMqtt);
  if (!enabled || connected) return [];
  const text = messages.destinations;
  const address = `${host}:${port}`;
  return [problem(reason === undefined ? text.broker(address) : text.brokerBecause(address, reason), text.brokerCure)];
}

/** The newest message to each destination, where it did not arrive. */
async function checkDeliveries(api: Api): Promise<Finding[]> {
  const newest = await api.call(listDeliveries, { query: { latest: 'destination' } });
  const text = messages.destinations;
  return newest
    .filter(({ state }) => state === 'failed' || state === 'given-up')
    .map(({ destination: { name }, words, sentence }) =>
      problem(words === undefined ? text.lost(name) : text.lostBecause(name, say(sentence, words)), text.lostCure),
    );
}

async function checkNone(api: Api): Promise<Finding[]> {
  const [webhooks, email] = await Promise.all([api.call(listWebhooks), api.call(getEmail)]);
  if (email.enabled || webhooks.some(({ enabled }) => enabled)) return [];
  return [note(messages.destinations.none, messages.destinations.noneCure)];
}
