import { PAGES } from '@cusp/contract/pages';
import type { AuthResult, SecondStepAsked } from '@cusp/contract/sign-in';
import { socialOtp, socialStart } from '@cusp/contract/social.routes';
import type { SocialProvider } from '@cusp/contract/wire';
import { appInfo } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call, urlOf } from '../../../client/call.ts';
import { challengeOf, randomText } from '../../../client/code-challenge.ts';
import type { Elsewhere } from '../../../client/leave-for-region.ts';
import { answerTo } from './answer.ts';

/**
 * The result of a sign-in: a session here or in the other region, a second step, a mail that was sent, or an account that awaits its activation.
 */
export type Outcome =
  | { auth: AuthResult }
  | { elsewhere: Elsewhere }
  | { asked: SecondStepAsked['second_step'] }
  | { mailed: true }
  | { uid: string };

const LOOK_EVERY_MS = 500;

/**
 * Signs in by a provider in a window that is already open. Fails with `ApiError` if refused or cancelled. `onClosed`
 * is called when the window closes; a response that still arrives is accepted.
 */
export async function signInBy(
  provider: SocialProvider,
  popUp: Window,
  signal: AbortSignal,
  onClosed: () => void,
): Promise<Outcome> {
  const [state, codeVerifier, regionVerifier] = [randomText(), randomText(), randomText()];
  const redirectUri = location.origin + PAGES.socialResponse;
  const query = {
    state,
    redirectUri,
    codeChallenge: await challengeOf(codeVerifier),
    ...(appInfo().other_region_url ? { regionChallenge: await challengeOf(regionVerifier) } : {}),
  };
  popUp.location.replace(urlOf(socialStart, { params: { provider }, query }));
  popUp.focus();
  const looking = setInterval(() => {
    if (!popUp.closed) return;
    clearInterval(looking);
    onClosed();
  }, LOOK_EVERY_MS);
  const { code, region_code, mailed, error, uid } = await answerTo(state, signal).finally(() =>
    clearInterval(looking),
  );
  if (uid) return { uid };
  if (mailed) return { mailed: true };
  if (region_code) {
    const { server_loc } = appInfo();
    const user_loc = server_loc === 'EU' ? 'US' : 'EU';
    return { elsewhere: { server_loc, user_loc, arrival_code: region_code, codeVerifier: regionVerifier } };
  }
  if (error || !code) throw new ApiError(0, { code: error ?? 'social_invalid' });
  const reply = await call(socialOtp, { body: { code, codeVerifier } });
  if ('arrival_code' in reply) return { elsewhere: { ...reply, codeVerifier: regionVerifier } };
  return 'second_step' in reply ? { asked: reply.second_step } : { auth: reply };
}
