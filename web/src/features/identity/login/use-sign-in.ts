import { PAGES } from '@cusp/contract/pages';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { safeNext } from '../../../client/next-path.ts';
import { beginSession } from '../../../client/session/session.ts';

/** Loads what signing in needs, so that it is there when the form is sent. */
export const loadSignIn = () => import('@cusp/contract/identity');

/**
 * Signs in. People whose data lies in the other region go to its site; an account that was not activated
 * goes to the page that sends its mail again. `onRefused` runs before the error is shown.
 */
export function useSignIn(onRefused: () => void) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function signIn(username: string, password: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const { login } = await loadSignIn();
      const auth = await call(login, { body: { username, password } });
      const other = appInfo().other_region_url;
      if (auth.user_loc !== auth.server_loc && other) {
        const next = safeNext(new URLSearchParams(search).get('next'));
        location.assign(`${other}/login${next ? `?next=${encodeURIComponent(next)}` : ''}`);
        return;
      }
      // The page's guard then leads on.
      await beginSession(auth);
    } catch (cause) {
      if (cause instanceof ApiError && cause.uid) {
        void navigate(PAGES.resend.replace(':uid', encodeURIComponent(cause.uid)));
        return;
      }
      onRefused();
      setError(cause);
      setBusy(false);
    }
  }

  return { signIn, busy, error };
}
