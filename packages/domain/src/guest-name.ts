// What a guest is called whose host does not say its name: one without figures since the start of Belfry.
import type { Guest } from '@belfry/schema/entities/guest';

export const nameWithout = ({ type, vmid }: Pick<Guest, 'type' | 'vmid'>): string =>
  `${type === 'qemu' ? 'VM' : 'LXC'} ${vmid}`;
