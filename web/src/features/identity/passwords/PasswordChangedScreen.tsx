import { PAGES } from '@cusp/contract/pages';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { EntryPage } from '../page/EntryPage.tsx';
import { PASSWORD_CHANGED } from '../page/entry-state.ts';
import { LinkButton, Outcome } from '../page/Outcome.tsx';

/** Confirms a new password. Without one it redirects to the form. */
export default function PasswordChangedScreen() {
  const { t } = useTranslation('password');
  const { t: common } = useTranslation('common');
  if (useLocation().state !== PASSWORD_CHANGED) return <Navigate to={PAGES.passwordReset} replace />;
  return (
    <EntryPage>
      <Outcome icon={IconCircleCheck} tone="good" title={t('done.title')} text={t('done.text')}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      </Outcome>
    </EntryPage>
  );
}
