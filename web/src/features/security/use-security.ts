import { securityState } from '@cusp/contract/security';
import { useTranslation } from 'react-i18next';
import { type CuspKey, useCall } from '../../client/use-call.ts';

/** The texts of this feature, those all share, and the words for what went wrong. */
export function useTexts() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  return { t, common, errors };
}

export const STATE_KEY: CuspKey = ['security', 'state'];
export const SESSIONS_KEY: CuspKey = ['security', 'sessions'];

/** What secures the own account beside the password. */
export const useSecurityState = () => useCall(securityState, {}, STATE_KEY);
