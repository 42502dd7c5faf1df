import type { AuthResult, SecondStepAsked } from '@cusp/contract/identity';
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

export const byPassword = async (username: string, password: string) =>
  call((await loadSignIn()).login, { body: { username, password } });

export type AskedStep = SecondStepAsked['second_step'];

interface Outcomes {
  /** A second step is asked before there is a session. */
  onSecondStep?(step: AskedStep): void;
  /** Runs before the error is shown. */
  onRefused?(): void;
}

/**
 * Signs in, by whatever `signIn` is given. People whose data lies in the other region go to its site; an
 * account that was not activated goes to the page that sends its mail again.
 */
export function useSignIn({ onSecondStep, onRefused }: Outcomes) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function letIn(auth: AuthResult): Promise<void> {
    const other = appInfo().other_region_url;
    if (auth.user_loc !== auth.server_loc && other) {
      const next = safeNext(new URLSearchParams(search).get('next'));
      location.assign(`${other}/login${next ? `?next=${encodeURIComponent(next)}` : ''}`);
      return;
    }
    // The page's guard then leads on.
    await beginSession(auth);
  }

  /** `way` gives null when the person gave up. */
  async function signIn(way: () => Promise<AuthResult | SecondStepAsked | null>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const reply = await way();
      if (reply && !('second_step' in reply)) return await letIn(reply);
      if (reply) onSecondStep?.(reply.second_step);
      setBusy(false);
    } catch (cause) {
      if (cause instanceof ApiError && cause.uid) {
        void navigate(PAGES.resend.replace(':uid', encodeURIComponent(cause.uid)));
        return;
      }
      onRefused?.();
      setError(cause);
      setBusy(false);
    }
  }

  return { signIn, busy, error };
}
