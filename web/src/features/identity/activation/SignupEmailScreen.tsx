import { PAGES } from '@cusp/contract/pages';
import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton } from '../page/LinkButton.tsx';
import { Outcome } from '../page/Outcome.tsx';

/** What follows a sign-up: the activation mail is on its way. */
export default function SignupEmailScreen() {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  return (
    <EntryPage>
      <Outcome icon={IconMailForward} tone="good" title={t('sent.title')} text={t('sent.text')}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      </Outcome>
    </EntryPage>
  );
}
