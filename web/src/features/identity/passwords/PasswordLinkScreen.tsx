import { PAGES } from '@cusp/contract/pages';
import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton } from '../page/LinkButton.tsx';
import { Outcome } from '../page/Outcome.tsx';

/** The reset link is on its way; the same page for known and unknown addresses. */
export default function PasswordLinkScreen() {
  const { t } = useTranslation('password');
  const { t: common } = useTranslation('common');
  return (
    <EntryPage>
      <Outcome icon={IconMailForward} tone="good" title={t('link.title')} text={t('link.text')}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      </Outcome>
    </EntryPage>
  );
}
