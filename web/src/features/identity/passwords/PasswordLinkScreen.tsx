import { requestPasswordReset } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { sentMailOf } from '../page/entry-state.ts';
import { LinkButton } from '../page/LinkButton.tsx';
import { Outcome } from '../page/Outcome.tsx';
import { SendAgain } from '../page/SendAgain.tsx';

/** The reset link is on its way; the same page for known and unknown addresses. Who asked for none gets the form. */
export default function PasswordLinkScreen() {
  const { t } = useTranslation('password');
  const { t: signup } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const mail = sentMailOf(useLocation().state);
  if (!mail) return <Navigate to={PAGES.passwordReset} replace />;
  const { email, nextAt } = mail;
  return (
    <EntryPage>
      <Outcome icon={IconMailForward} tone="good" title={t('link.title')} text={t('link.text', { email })}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
        <Button component={Link} to={PAGES.passwordReset} state={{ email }} variant="subtle">
          {signup('mail.wrong')}
        </Button>
      </Outcome>
      <SendAgain
        label={signup('mail.again')}
        nextAt={nextAt}
        send={() => call(requestPasswordReset, { body: { email } })}
        done={t('link.again')}
      />
    </EntryPage>
  );
}
