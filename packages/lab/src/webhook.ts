// The webhooks of the notifications of a cluster. They take the options of the commands that create them on a real host.

/** `header` and `secret` are `name=NAME,value=BASE64`, `body` is base64. Headers and body may contain `{{ … }}`. */
export type Webhook = { url: string; header: readonly string[]; secret: readonly string[]; body: string };

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const pairs = (options: readonly string[]): [string, string][] =>
  options.map((option) => {
    const [, name = '', value = ''] = /^name=([^,]*),value=(.*)$/s.exec(option) ?? [];
    return [name, decoded(value)];
  });

/**
 * Puts values in place of `{{ secrets.NAME }}` and `{{ escape fields.NAME }}`, and leaves out `{{#if fields.NAME}} … {{/if}}` without the
 * field. Like the library of the host, it refuses to escape what is not there.
 */
function render(text: string, { secrets, fields }: Record<'secrets' | 'fields', ReadonlyMap<string, string>>): string {
  return text
    .replace(/\{\{\s*secrets\.([\w-]+)\s*\}\}/g, (_, name: string) => secrets.get(name) ?? '')
    .replace(/\{\{#if fields\.([\w-]+)\}\}(.*?)\{\{\/if\}\}/gs, (_, name: string, then: string) =>
      fields.get(name) ? then : '',
    )
    .replace(/\{\{\s*escape fields\.([\w-]+)\s*\}\}/g, (_, name: string) => {
      const value = fields.get(name);
      if (value === undefined) throw new Error('escape: param at index 0 required');
      return JSON.stringify(value).slice(1, -1);
    });
}

/** Sends a notification as a host does, and returns the status of the answer. */
export async function sendWebhook(webhook: Webhook, fields: Readonly<Record<string, string>>): Promise<number> {
  const values = { secrets: new Map(pairs(webhook.secret)), fields: new Map(Object.entries(fields)) };
  const headers = pairs(webhook.header).map(([name, value]): [string, string] => [name, render(value, values)]);
  const body = render(decoded(webhook.body), values);
  const { status } = await fetch(webhook.url, { method: 'POST', headers, body });
  return status;
}
