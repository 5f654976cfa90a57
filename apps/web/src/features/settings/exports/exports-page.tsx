// Where other engines for time series get the values from: the address for Prometheus, and what Belfry sends by itself.
import { useQuery } from '@tanstack/react-query';
import { ownAddress } from '../../../lib/base.ts';
import { useMay } from '../../../lib/may.ts';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ExportCard } from './export-card.tsx';
import { messages } from './messages.ts';
import { exportOf } from './queries.ts';

export function ExportsPage() {
  const address = `${ownAddress()}/metrics`;
  const mayConfigure = useMay('configure');
  // both appear together: the first one would move the second one
  const isLoading = [useQuery(exportOf('prometheus')), useQuery(exportOf('influxdb'))].some((saved) => saved.isLoading);
  return (
    <div className="flex flex-col gap-4">
      {!mayConfigure && <Problem tone="info">{messages.adminOnly}</Problem>}
      <Card title={messages.metrics.title}>
        <p className="text-soft">{messages.metrics.about}</p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-mute">{messages.metrics.address}</span>
          <code className="min-w-0 font-mono text-sm break-all">{address}</code>
          <CopyButton text={address} what={messages.metrics.address} />
        </p>
      </Card>
      {isLoading ? (
        <CardSkeleton />
      ) : (
        <>
          <ExportCard format="prometheus" />
          <ExportCard format="influxdb" />
        </>
      )}
    </div>
  );
}
