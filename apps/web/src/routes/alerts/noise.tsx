// /alerts/noise
import { createFileRoute } from '@tanstack/react-router';
import { AlertConfigGate } from '../../alert-config/draft.tsx';
import { Noise } from '../../features/alert-noise/noise.tsx';
import { noiseCodec } from '../../features/alert-noise/view.ts';

export const Route = createFileRoute('/alerts/noise')({
  validateSearch: noiseCodec.validate,
  component: () => (
    <AlertConfigGate>
      <Noise />
    </AlertConfigGate>
  ),
});
