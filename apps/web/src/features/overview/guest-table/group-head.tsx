// The head above the guests of a node.
import { same } from '@belfry/domain/delta/same';
import { memo } from 'react';
import { SiteMark } from '../../../live/site-mark.tsx';
import { NodeHead } from '../../../ui/node-head.tsx';
import { messages } from '../messages.ts';
import type { GroupRow } from './rows.ts';

export const GroupHead = memo(
  ({ group }: { group: GroupRow }) => (
    <NodeHead {...group} legend={messages.legend(group.counts)} beside={<SiteMark instance={group.instance} />} />
  ),
  // the group is a new object with every update, so its values are compared
  (a, b) => same(a.group, b.group),
);
