// Remote write 1.0 of Prometheus. https://prometheus.io/docs/specs/prw/remote_write_spec/
import { type Format, passing } from './format.ts';

export const remoteWrite: Format = {
  name: 'Prometheus',
  headers: {
    'content-type': 'application/x-protobuf',
    'content-encoding': 'snappy',
    'x-prometheus-remote-write-version': '0.1.0',
  },
  passing,
  tokenScheme: 'Bearer',
  problemOf: () => undefined,
  target: (url) => url,
  // Its libraries are read only where they are needed.
  encoder: async () => (await import('./write-request.ts')).encode,
};
