import { dockerContainerNameId } from '@belfry/domain/ids';
import { pageAddress } from '../../../lib/pages.ts';
import type { Entry } from './rows.ts';

/** The address of the page of a container. It is made of its name, which a container keeps when it is recreated. */
export const pageOf = ({ host, container }: Pick<Entry, 'host' | 'container'>): string =>
  pageAddress('docker/containers', dockerContainerNameId(host.id, container.name));
