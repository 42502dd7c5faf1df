import { PAGES } from '@cusp/contract/pages';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton } from '../page/LinkButton.tsx';
import { Outcome } from '../page/Outcome.tsx';

/** The new password holds. */
export default function PasswordChangedScreen() {
  const { t } = useTranslation('password');
  const { t: common } = useTranslation('common');
  return (
    <EntryPage>
      <Outcome icon={IconCircleCheck} tone="good" title={t('done.title')} text={t('done.text')}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      </Outcome>
    </EntryPage>
  );
}
