// On a screen on a wall: a line says what is wrong, the computer does not go to sleep, and a button in the corner leads back to the whole page.
import { useNavigate } from '@tanstack/react-router';
import { Minimize2 } from 'lucide-react';
import { useWakeLock } from '../../lib/wake-lock.ts';
import { IconButton } from '../../ui/button.tsx';
import { KioskBar } from './kiosk-bar.tsx';
import { messages } from './messages.ts';

export function KioskControls({ mayLeave }: { mayLeave: boolean }) {
  const navigate = useNavigate();
  useWakeLock();
  return (
    <>
      <KioskBar corner={mayLeave} />
      {mayLeave && (
        <div className="fixed top-1 right-1 z-30 rounded-md bg-panel opacity-0 focus-within:opacity-100 hover:opacity-100 max-md:opacity-60">
          <IconButton
            label={messages.leaveKiosk}
            onClick={() => void navigate({ to: '.', search: (now) => ({ ...now, kiosk: undefined }), replace: true })}
          >
            <Minimize2 size={15} />
          </IconButton>
        </div>
      )}
    </>
  );
}
