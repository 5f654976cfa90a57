// Ids in paths may contain slashes that a client did not encode. The router would see more steps than there are.
import type { Endpoint } from '@belfry/schema/http/endpoint';

/** Encodes the slashes in the ids of the endpoints that allow it. `url` is path and query. */
export function encodeSlashes(endpoints: readonly Endpoint[]): (url: string) => string {
  const places = endpoints
    .filter(({ slashesInId }) => slashesInId)
    .map(({ path }) => path.split(':id'))
    .map(([before = '', after = '']) => ({ before, after }));
  return (url) => {
    const end = url.indexOf('?');
    const path = (end < 0 ? url : url.slice(0, end)).replace(/\/+$/, '');
    const place = places.find(
      ({ before, after }) =>
        path.length > before.length + after.length && path.startsWith(before) && path.endsWith(after),
    );
    if (!place) return url;
    const id = path.slice(place.before.length, path.length - place.after.length);
    if (!id.includes('/')) return url;
    return place.before + id.replaceAll('/', '%2F') + place.after + (end < 0 ? '' : url.slice(end));
  };
}
