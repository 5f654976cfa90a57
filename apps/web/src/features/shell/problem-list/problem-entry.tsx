// One problem in the list: what it is, since when, why, what depends on it, and the way to it.
import { consequencesOf } from '@belfry/domain/alerts/consequences';
import { isDown, type Problem } from '@belfry/domain/problems/problems';
import { isNodeType } from '@belfry/schema/config/kinds';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAgo } from '../../../lib/language/format.ts';
import { messageOf } from '../../../lib/language/server-words.ts';
import { hourMinute } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { useInstanceNames } from '../../../live/use-live.ts';
import { alertLink, linkTo, nodeName, resourceLink } from '../../../ui/alerts/resource-link.ts';
import { Chip } from '../../../ui/chip.tsx';
import { messages } from '../messages.ts';
import { messages as texts } from './messages.ts';

/** Where the thing is shown. */
function placeOf(problem: Problem): LinkProps {
  if (problem.about === 'alert') return resourceLink(problem.alert) ?? alertLink(problem.alert.id);
  if (problem.about === 'node') return linkTo({ page: 'nodes', id: problem.id });
  if (problem.about === 'dockerHost') return linkTo({ page: 'docker/hosts', id: problem.id });
  const { kind } = problem.instance;
  return isNodeType(kind) ? { to: '/settings/$kind', params: { kind } } : { to: '/docker' };
}

export function ProblemEntry({ problem, onFollow }: { problem: Problem; onFollow(): void }) {
  const now = useNow();
  const nameOf = useInstanceNames();
  const { chip, reason } = detailsOf(problem, nameOf);
  const since = Date.parse(problem.since);
  const tone = problem.level === 'critical' ? 'crit' : 'warn';
  return (
    <>
      <p className="flex items-center gap-2">
        <span className={`dot shrink-0 ${tone} ${problem.isTaken ? 'hollow' : ''}`} />
        <Link
          {...placeOf(problem)}
          onClick={onFollow}
          className="truncate text-md font-semibold hover:underline focus-visible:underline"
        >
          {problem.name}
        </Link>
        {chip && chip !== problem.name && <Chip>{chip}</Chip>}
        {!Number.isNaN(since) && (
          <span className="ml-auto shrink-0 text-mute">
            {messages.since(hourMinute(since))} · {formatAgo(since, now)}
          </span>
        )}
      </p>
      {reason}
      <Depends problem={problem} onFollow={onFollow} />
    </>
  );
}

/** The consequences are counted here: they are no problems of their own. */
function Depends({ problem, onFollow }: { problem: Problem; onFollow(): void }) {
  const parts = consequencesIn(problem);
  if (parts.length === 0) return null;
  return (
    <p className="mt-0.5 text-mute">
      <Link {...placeOf(problem)} onClick={onFollow} className="hover:underline">
        {parts.join(' · ')}
      </Link>
    </p>
  );
}

function consequencesIn(problem: Problem): string[] {
  const alert = problem.about === 'alert' || problem.about === 'instance' ? problem.alert : undefined;
  const harm = alert && consequencesOf(alert);
  if (harm?.kind === 'affected') return [texts.affects(harm.count)];
  const { guests, others, unknown = 0 } = problem.depends;
  const isLost = harm !== undefined || problem.about === 'node' || problem.about === 'instance';
  // one loss has one count, and its storages are lost with it
  if (isLost && guests + unknown > 0) return [texts.ranHere(guests, unknown)];
  return [...(guests > 0 ? [texts.runsHere(guests)] : []), ...(others > 0 ? [texts.dependsOnIt(others)] : [])];
}

interface Details {
  chip: string;
  reason: ReactNode;
}

function detailsOf(problem: Problem, nameOf: (instance: string) => string): Details {
  if (problem.about === 'alert')
    return { chip: nodeName(problem.alert), reason: <Reason>{messageOf(problem.alert)}</Reason> };
  if (problem.about === 'node')
    return {
      chip: problem.node.clusterName || nameOf(problem.node.instance),
      reason: <Reason>{texts.nodeOffline}</Reason>,
    };
  if (problem.about === 'dockerHost') return { chip: messages.docker, reason: <Reason>{texts.silent}</Reason> };
  const { kind, host, error, dropped } = problem.instance;
  const down = isDown(problem.instance);
  return {
    chip: kind === 'docker' ? messages.docker : kind.toUpperCase(),
    reason: (
      <>
        {error && (
          <p className="mt-1 break-words">
            <b className={`font-semibold ${down ? 'text-crit' : 'text-warn'}`}>{error.kind}</b>{' '}
            <span className="text-soft">{messageOf(error)}</span>
            {error.retryAt !== undefined && (
              <span className="text-soft"> {texts.retryAt(hourMinute(Date.parse(error.retryAt)))}</span>
            )}
          </p>
        )}
        {!error && down && <Reason>{texts.silent}</Reason>}
        {dropped > 0 && <Reason>{texts.dropped(dropped)}</Reason>}
        <p className="truncate font-mono text-xs text-mute">{host}</p>
      </>
    ),
  };
}

const Reason = ({ children }: { children: ReactNode }) => <p className="mt-1 break-words text-soft">{children}</p>;
