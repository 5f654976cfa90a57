// GET and PUT /api/notifications/mqtt.
import { getMqtt, putMqtt } from '@belfry/schema/http/mqtt';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import type { Broker } from './broker.ts';

export function mqttRoutes(mount: Mount, { broker, audited }: { broker: Broker; audited: Audited }): void {
  mount(getMqtt, broker.state);
  mount(putMqtt, async ({ body, request }) => {
    const answer = await broker.replace(body);
    if (!answer.ok) return answer;
    await audited(request, 'settings_changed', body.enabled ? `MQTT at ${body.host}:${body.port}` : 'MQTT off');
    return answer.value;
  });
}
