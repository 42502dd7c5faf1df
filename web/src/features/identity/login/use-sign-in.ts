import { PAGES } from '@cusp/contract/pages';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { arrive } from './arrive.ts';

/** Loads what signing in needs, so that it is there when the form is sent. */
export const loadSignIn = () => import('@cusp/contract/identity');

/**
 * Signs in. An account that was not activated goes to the page that sends its mail again. `onRefused` runs before the error is shown.
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
      await arrive(auth, search);
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
