import type { Route } from '@cusp/contract/endpoint';
import { securityState } from '@cusp/contract/security.routes';
import { useTranslation } from 'react-i18next';
import { type ChangeExtra, type CuspKey, useCall, useSubmit } from '../../client/use-call.ts';

/** The texts of this feature, the common ones and error texts. */
export function useTexts() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  return { t, common, errors };
}

const STATE_KEY: CuspKey = ['security', 'state'];
export const SESSIONS_KEY: CuspKey = ['security', 'sessions'];

/** The second steps of the person's own account. */
export const useSecurityState = () => useCall(securityState, {}, STATE_KEY);

/**
 * Changes the security of the person's own account. There is no event for it, so other tabs only see it on refocus.
 */
export function useSecurityChange<R extends Route & { emits?: never }>(route: R) {
  // TypeScript does not resolve the condition on `emits` for an open type.
  const extra = { stale: [STATE_KEY] } as object as ChangeExtra<R>;
  return useSubmit<R>(route, extra);
}
