// Checks of where alerts go: whether there is a destination, whether the last message arrived, and the MQTT broker.
import { listDeliveries } from '@belfry/schema/http/deliveries';
import { getEmail } from '@belfry/schema/http/email';
import { getMqtt } from '@belfry/schema/http/mqtt';
import { listWebhooks } from '@belfry/schema/http/webhooks';
import type { Api } from '../api.ts';
import { type Finding, note, problem } from './finding.ts';

export const checkDestinations = async (api: Api): Promise<Finding[]> =>
  (await Promise.all([checkNone(api), checkBroker(api), checkDeliveries(api)])).flat();

async function checkBroker(api: Api): Promise<Finding[]> {
  const { enabled, connected, problem: reason, host, port } = await api.call(getMqtt);
  if (!enabled || connected) return [];
  return [
    problem(
      `The MQTT broker at ${host}:${port} does not take Belfry's connection${reason === undefined ? '' : `: ${reason}`}.`,
      'Check its address, port, user and certificate under Alerts, Destinations, MQTT.',
    ),
  ];
}

/** The newest message to each destination, where it did not arrive. */
async function checkDeliveries(api: Api): Promise<Finding[]> {
  const newest = await api.call(listDeliveries, { query: { latest: 'destination' } });
  return newest
    .filter(({ state }) => state === 'failed' || state === 'given-up')
    .map(({ destination, words }) =>
      problem(
        `The last message to ${destination.name} did not arrive${words === undefined ? '' : `: ${words}`}.`,
        'Send a test under Alerts, Destinations: it says what the service answers.',
      ),
    );
}

async function checkNone(api: Api): Promise<Finding[]> {
  const [webhooks, email] = await Promise.all([api.call(listWebhooks), api.call(getEmail)]);
  if (email.enabled || webhooks.some(({ enabled }) => enabled)) return [];
  return [
    note(
      'Alerts go nowhere: neither e-mail nor a webhook is switched on.',
      'Add a destination under Alerts, Destinations.',
    ),
  ];
}
