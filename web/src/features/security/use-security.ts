import type { Route } from '@cusp/contract/endpoint';
import { securityState } from '@cusp/contract/security.routes';
import { useTranslation } from 'react-i18next';
import { type ChangeExtra, type CuspKey, useCall, useSubmit } from '../../client/use-call.ts';

/** The texts of this feature, those all share, and the words for what went wrong. */
export function useTexts() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  return { t, common, errors };
}

const STATE_KEY: CuspKey = ['security', 'state'];
export const SESSIONS_KEY: CuspKey = ['security', 'sessions'];

/** What secures the own account beside the password. */
export const useSecurityState = () => useCall(securityState, {}, STATE_KEY);

/** Changes what secures the own account. No event tells of that, so other tabs see it when they look again. */
export function useSecurityChange<R extends Route & { emits?: never }>(route: R) {
  // TypeScript does not resolve the condition on `emits` for an open type.
  const extra = { stale: [STATE_KEY] } as object as ChangeExtra<R>;
  return useSubmit<R>(route, extra);
}
