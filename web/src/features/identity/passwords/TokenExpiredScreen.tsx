import { PAGES } from '@cusp/contract/pages';
import { IconClockX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton, Outcome } from '../page/Outcome.tsx';

/** A reset link that no longer works. */
export default function TokenExpiredScreen() {
  const { t } = useTranslation('password');
  const { t: common } = useTranslation('common');
  return (
    <EntryPage>
      <Outcome icon={IconClockX} tone="bad" title={t('expired.title')} text={t('expired.text')}>
        <LinkButton to={PAGES.passwordReset}>{t('expired.again')}</LinkButton>
        <LinkButton to={PAGES.home} variant="default">
          {common('home')}
        </LinkButton>
      </Outcome>
    </EntryPage>
  );
}
