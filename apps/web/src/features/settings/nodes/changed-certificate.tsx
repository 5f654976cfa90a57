// On the card of a host whose certificate Belfry does not accept: what the host shows now, and the button that trusts it.
import type { NodeView } from '@belfry/schema/http/nodes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { certificateOf } from '../../../api/certificates.ts';
import { call } from '../../../api/client.ts';
import { nodes } from '../../../api/nodes.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { Certificate } from './certificate.tsx';
import { isRefused, verdictOn } from './certificate-trust.ts';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';

interface ChangedCertificateProps {
  kind: Kind;
  node: NodeView;
  /** Since when the host fails: a new failure reads the certificate again. */
  since: string;
  /** The error of the host, shown where the certificate is not the reason. */
  error: string | undefined;
}

export function ChangedCertificate({ kind, node, since, error }: ChangedCertificateProps) {
  const queries = useQueryClient();
  const { data: seen } = useQuery(certificateOf(node, since));
  const trust = useMutation({
    mutationFn: (fingerprint: string) =>
      call('PUT /api/config/nodes/:id', {
        params: { id: node.id },
        body: { fingerprint, verifySSL: true },
      }),
    onSuccess: () => {
      toast('success', messages.trustSaved(node.name));
      return queries.invalidateQueries({ queryKey: nodes.queryKey });
    },
    onError: (failure) => toast('error', failure.message),
  });
  const verdict = seen && verdictOn(seen, node);
  if (!verdict || !isRefused(verdict)) return error ? <p className="text-sm break-words text-crit">{error}</p> : null;
  const before = verdict === 'changed' ? node.fingerprint : undefined;
  return (
    <Problem>
      <p className="mb-2 font-medium">{before ? messages.certificateChanged : messages.flaw[seen.flaw ?? 'other']}</p>
      <Certificate kind={kind} seen={seen} before={before}>
        {node.fixed ? (
          <p>{messages.trustInEnvironment}</p>
        ) : (
          <Button
            look="main"
            className="self-start"
            disabled={trust.isPending}
            onClick={() => trust.mutate(seen.fingerprint)}
          >
            {messages.trust}
          </Button>
        )}
      </Certificate>
    </Problem>
  );
}
