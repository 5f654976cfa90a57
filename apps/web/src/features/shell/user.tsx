// Who is signed in, and the button to sign out.
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { entry, leave } from '../../api/entry.ts';
import { Button } from '../../ui/button.tsx';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';

export function User() {
  const { data } = useQuery(entry);
  const [leaving, setLeaving] = useState(false);
  if (data?.screen !== 'app' || !data.ends) return null;
  const { user, logoutUrl } = data;
  const logout = () => {
    setLeaving(true);
    void leave(logoutUrl);
  };
  return (
    <>
      <span className="ml-2 max-w-40 truncate text-sm text-soft max-lg:hidden" {...hint(user)}>
        {user}
      </span>
      <Button
        aria-label={messages.logout}
        disabled={leaving}
        onClick={logout}
        className="max-lg:w-8 max-lg:px-0! max-md:w-10 max-[360px]:w-8"
      >
        <LogOut size={14} />
        <span className="max-lg:hidden">{leaving ? messages.leaving : messages.logout}</span>
      </Button>
    </>
  );
}
