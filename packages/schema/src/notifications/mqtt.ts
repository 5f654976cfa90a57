// A broker of MQTT that shows which machines have a problem, for Home Assistant and others.
import * as z from 'zod';
import { Fingerprint } from '../config/node.ts';
import { Spoken } from '../languages/spoken.ts';
import { toMessage } from '../sentences/message.ts';

/** Topics of MQTT with these characters mean something else, or nothing. */
const Topic = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^+#\s/$]([^+#\s]*[^+#\s/])?$/, toMessage({ id: 'input.topic' }))
  // A broker ends the connection over these.
  .refine((topic) => topic.isWellFormed() && !/\p{Cc}/u.test(topic), toMessage({ id: 'input.topicCharacters' }));

export const MqttConfig = z.object({
  enabled: z.boolean().default(false),
  host: z.string().trim().max(253).default(''),
  port: z.int().min(1).max(65_535).default(8883),
  /** Without it only a private network is accepted. */
  tls: z.boolean().default(true),
  /** SHA-256 of the certificate of the broker. Set: this certificate and no other is accepted. */
  fingerprint: Fingerprint.or(z.literal('')).default(''),
  username: z.string().max(256).default(''),
  /** Empty or the mask: the stored one stays. */
  password: z.string().max(1024).default(''),
  /** All topics begin with it. */
  topic: Topic.default('belfry'),
  /** Whether Home Assistant learns of the machines by itself. */
  discovery: z.boolean().default(true),
  discoveryPrefix: Topic.default('homeassistant'),
  language: Spoken,
});
export type MqttConfig = z.infer<typeof MqttConfig>;

export const MqttInput = MqttConfig.refine(({ enabled, host }) => !enabled || host !== '', {
  path: ['host'],
  error: toMessage({ id: 'input.brokerHost' }),
});

/** `connected`: the broker accepted the connection. `problem`: why there is none. */
export const MqttState = MqttConfig.extend({ connected: z.boolean(), problem: z.string().optional() });
export type MqttState = z.infer<typeof MqttState>;
