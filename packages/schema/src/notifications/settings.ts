// What holds for all notifications.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';

export const HEARTBEAT_ADDRESS = toMessage({ id: 'input.httpAddress' });

export const NotificationSettings = z.object({
  /** Whether messages may go to private networks (10/8, 172.16/12, 192.168/16, 100.64/10, fc00::/7), where most people have their own services. */
  allowPrivateNetworks: z.boolean().default(true),
  /**
   * A service that expects a call every minute and raises an alarm when none comes. Belfry calls it only while it polls and delivers well,
   * so it also notices when Belfry or its machine has stopped.
   */
  heartbeat: z
    .object({
      enabled: z.boolean().default(false),
      url: z
        .string()
        .trim()
        .max(2048)
        .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), HEARTBEAT_ADDRESS)
        .default(''),
    })
    .default({ enabled: false, url: '' }),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
