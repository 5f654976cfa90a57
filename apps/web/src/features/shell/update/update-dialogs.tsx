// The dialogs of an update: the question, and then its progress. They are above every page.
import { useUpdateDialog } from '../../../api/update-run.ts';
import { useMay } from '../../../lib/may.ts';
import { ConfirmUpdate } from './confirm-update.tsx';
import { ProgressDialog } from './progress-dialog.tsx';

export function UpdateDialogs() {
  const dialog = useUpdateDialog();
  const mayUpdate = useMay('configure');
  if (!mayUpdate || dialog.step === '') return null;
  if (dialog.step === 'confirm') return <ConfirmUpdate wanted={dialog.version} />;
  return <ProgressDialog dialog={dialog} />;
}
