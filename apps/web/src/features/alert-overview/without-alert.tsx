// Hosts in trouble that have no alert, or not yet. They count as problems, so they are named here too.
import { isDown, isPartial, type Problem } from '@belfry/domain/problems/problems';
import { isNodeType } from '@belfry/schema/config/kinds';
import { Link, type LinkProps } from '@tanstack/react-router';
import { hourMinute } from '../../lib/moment.ts';
import { useOpenProblems } from '../../live/use-problems.ts';
import { linkTo } from '../../ui/alerts/resource-link.ts';
import { messages } from './messages.ts';

type Host = Exclude<Problem, { about: 'alert' }>;

export function WithoutAlert() {
  const hosts = useOpenProblems().filter(
    (problem): problem is Host => problem.about !== 'alert' && !(problem.about === 'instance' && problem.alert),
  );
  if (hosts.length === 0) return null;
  return (
    <section aria-label={messages.withoutAlert} className="flex flex-wrap gap-x-5 gap-y-1 pb-2 text-sm">
      <h2 className="text-mute">
        <b className="font-semibold text-soft">{messages.withoutAlert}</b> {messages.withoutAlertHint}
      </h2>
      {hosts.map((host) => (
        <p key={host.id} className="flex min-w-0 items-center gap-2">
          <span className={`dot shrink-0 ${host.level === 'critical' ? 'crit' : 'warn'}`} aria-hidden />
          <span className="min-w-0">
            <Link {...placeOf(host)} className="font-[550] hover:underline">
              {host.name}
            </Link>{' '}
            {messages.hostStates[stateOf(host)]}
            {host.since !== '' && <span className="text-mute"> {hourMinute(Date.parse(host.since))}</span>}
          </span>
        </p>
      ))}
    </section>
  );
}

function stateOf(host: Host): keyof typeof messages.hostStates {
  if (host.about === 'node') return 'offline';
  if (host.about === 'dockerHost') return 'silent';
  return isDown(host.instance) ? 'down' : isPartial(host.instance) ? 'partial' : 'broken';
}

function placeOf(host: Host): LinkProps {
  if (host.about === 'node') return linkTo({ page: 'nodes', id: host.id });
  if (host.about === 'dockerHost') return linkTo({ page: 'docker/hosts', id: host.id });
  const { kind } = host.instance;
  return isNodeType(kind) ? { to: '/settings/$kind', params: { kind } } : { to: '/docker' };
}
