import { PAGES } from '@cusp/contract/pages';
import type { AuthResult, SecondStepAsked } from '@cusp/contract/sign-in';
import { login } from '@cusp/contract/sign-in.routes';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { CALLER, isAdminArea } from '../../../client/area.ts';
import { call } from '../../../client/call.ts';
import { challengeOf, randomText } from '../../../client/code-challenge.ts';
import { loadLandingAhead } from '../../../client/landing.ts';
import type { Elsewhere } from '../../../client/leave-for-region.ts';
import { safeNext } from '../../../client/next-path.ts';
import { leavingDone } from '../../../client/session/leaving.ts';
import { beginSession } from '../../../client/session/session.ts';
import { useLeaving } from './use-leaving.ts';

/**
 * Continues after any kind of sign-in. People whose data is in the other region are sent to its site; for guests and the others
 * the session starts, and the page's guard redirects. `search` is the page's own query.
 */
export async function completeSignIn(auth: AuthResult, search: string): Promise<void> {
  const other = appInfo().other_region_url;
  if (auth.user_loc === auth.server_loc || auth.guest || !other) return beginSession(auth);
  const next = safeNext(new URLSearchParams(search).get('next'));
  location.assign(
    `${other}${isAdminArea ? PAGES.adm : PAGES.login}${next ? `?next=${encodeURIComponent(next)}` : ''}`,
  );
}

/** Signs in by password. With the challenge, people whose account is in the other region are found too. */
export async function byPassword(
  username: string,
  password: string,
): Promise<AuthResult | SecondStepAsked | Elsewhere> {
  const codeVerifier = randomText();
  // Browsers hash only on pages of a secure origin. Staff sign in to their own region.
  const asksBoth = appInfo().other_region_url !== null && !isAdminArea && 'subtle' in crypto;
  const challenge = asksBoth ? { codeChallenge: await challengeOf(codeVerifier) } : {};
  const reply = await call(login, { body: { username, password, ...CALLER, ...challenge } });
  return 'arrival_code' in reply ? { ...reply, codeVerifier } : reply;
}

export type AskedStep = SecondStepAsked['second_step'];

interface Outcomes {
  /** Called instead of starting a session if a second step is needed. */
  onSecondStep?(step: AskedStep): void;
  /** Called when the session has begun. */
  onDone?(): void;
  /** Called before the error is shown. */
  onRefused?(cause: unknown): void;
}

/** Signs in by the given `signIn`. An account that is not activated leads to the page that resends its mail. */
export function useSignIn({ onSecondStep, onDone, onRefused }: Outcomes) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { leaving, leave } = useLeaving(() => setBusy(false));

  /** `way` resolves to null if the person cancelled. */
  async function signIn(way: () => Promise<AuthResult | SecondStepAsked | Elsewhere | null>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    loadLandingAhead();
    try {
      await leavingDone();
      const reply = await way();
      if (reply && 'arrival_code' in reply) return leave(reply);
      if (reply && 'access' in reply) {
        await completeSignIn(reply, search);
        return onDone?.();
      }
      if (reply && 'second_step' in reply) onSecondStep?.(reply.second_step);
      setBusy(false);
    } catch (cause) {
      if (cause instanceof ApiError && cause.uid) {
        void navigate(PAGES.resend.replace(':uid', encodeURIComponent(cause.uid)));
        return;
      }
      onRefused?.(cause);
      setError(cause);
      setBusy(false);
    }
  }

  return { signIn, busy, error, clearError: () => setError(null), leaving };
}
