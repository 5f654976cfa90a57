// Connections of a collector to its server. The certificate is checked before a byte of ours leaves.
import { TLSSocket } from 'node:tls';
import { isSameFingerprint } from '@belfry/domain/fingerprint';
import { Agent, buildConnector, fetch, WebSocket } from 'undici';

export { fetch, WebSocket };

/** `pin`: SHA-256 of the only certificate that is accepted; blank: authorities decide. */
export function serverAgent(pin: string): Agent {
  const connector = buildConnector({ rejectUnauthorized: pin === '', timeout: 10_000 });
  return new Agent({
    connect(options, callback) {
      connector(options, (error, socket) => {
        if (error) return callback(error, null);
        const seen = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.fingerprint256 : undefined;
        if (pin === '' || isSameFingerprint(seen, pin)) return callback(null, socket);
        socket.destroy();
        callback(new Error('the server has another certificate than the token says'), null);
      });
    },
  });
}
