import { IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outcome } from '../page/Outcome.tsx';

/** Shown for a social sign-in page that does not belong to a sign-in of this browser. */
export function InvalidAccess() {
  const { t } = useTranslation('social');
  const { t: errors } = useTranslation('errors');
  return <Outcome icon={IconLinkOff} tone="bad" title={errors('social_invalid')} text={t('invalid.text')} />;
}
