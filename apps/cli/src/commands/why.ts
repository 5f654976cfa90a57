// `belfry why`: why a resource has an alert or none.
import type { Reason } from '@belfry/schema/alerts/why';
import { whyAlert } from '@belfry/schema/http/alerts';
import type { Api } from '../api.ts';
import { words } from '../language/in-language.ts';
import { messageOf, moment } from '../language/said.ts';
import { messages } from '../messages/why.ts';
import { type Output, printable, show, wrapped } from '../print.ts';

const INDENT = 4;
/** What the status says is not said again. */
const SAID: Partial<Record<Reason['status'], string>> = { acknowledged: 'acknowledgement', attached: 'cause' };

/** `resource`: an id, a name, or the number of a guest. Without `type`, every rule that looks at it has its say. */
export async function why(api: Api, output: Output, resource: string, type: string | undefined): Promise<void> {
  const found = await api.call(whyAlert, { query: { resource, ...(type !== undefined && { type }) } });
  // Such as the usage of each file system: only the id tells them apart.
  const isOneOfSeveral = (one: string) => found.reasons.filter(({ type }) => type === one).length > 1;
  show(output, found, () =>
    [
      `${messages.title(found.resource.name, found.resource.id)}`,
      ...found.reasons.flatMap(({ id, status, part, heldBack, ...reason }) => [
        `${words().say({ id: `type.${reason.type}` }, reason.type)}${part === undefined ? '' : ` · ${part}`}: ${messages.statuses[status]}`,
        ...wrapped(messageOf(reason), output.columns - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`),
        ...heldBack
          .filter(({ by, until }) => by !== SAID[status] || until !== undefined)
          .map(
            ({ by, until }) =>
              `${' '.repeat(INDENT)}${messages.heldBack[by]}${until ? messages.until(moment(until)) : ''}`,
          ),
        ...(status === 'none' && (part !== undefined || !isOneOfSeveral(reason.type))
          ? []
          : [`${' '.repeat(INDENT)}${messages.id(id)}`]),
      ]),
      ...(found.reasons.length === 0 ? [messages.nothing] : []),
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
  );
}
