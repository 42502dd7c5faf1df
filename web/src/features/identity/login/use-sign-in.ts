import { PAGES } from '@cusp/contract/pages';
import type { AuthResult, SecondStepAsked } from '@cusp/contract/sign-in';
import { login } from '@cusp/contract/sign-in.routes';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { CALLER, isAdminArea } from '../../../client/area.ts';
import { call } from '../../../client/call.ts';
import { loadLandingAhead } from '../../../client/landing.ts';
import { safeNext } from '../../../client/next-path.ts';
import { beginSession } from '../../../client/session/session.ts';

/**
 * Continues after any kind of sign-in. People whose data is in the other region are sent to its site; for the others
 * the session starts, and the page's guard redirects. `search` is the page's own query.
 */
export async function completeSignIn(auth: AuthResult, search: string): Promise<void> {
  const other = appInfo().other_region_url;
  if (auth.user_loc === auth.server_loc || !other) return beginSession(auth);
  const next = safeNext(new URLSearchParams(search).get('next'));
  location.assign(
    `${other}${isAdminArea ? PAGES.adm : PAGES.login}${next ? `?next=${encodeURIComponent(next)}` : ''}`,
  );
}

export const byPassword = (username: string, password: string) =>
  call(login, { body: { username, password, ...CALLER } });

export type AskedStep = SecondStepAsked['second_step'];

interface Outcomes {
  /** Called instead of starting a session if a second step is needed. */
  onSecondStep?(step: AskedStep): void;
  /** Called before the error is shown. */
  onRefused?(): void;
}

/** Signs in by the given `signIn`. An account that is not activated leads to the page that resends its mail. */
export function useSignIn({ onSecondStep, onRefused }: Outcomes) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  /** `way` resolves to null if the person cancelled. */
  async function signIn(way: () => Promise<AuthResult | SecondStepAsked | null>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    loadLandingAhead();
    try {
      const reply = await way();
      if (reply && !('second_step' in reply)) return await completeSignIn(reply, search);
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
