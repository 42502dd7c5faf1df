import type { MailPace } from '@cusp/contract/accounts';
import { requestPasswordReset } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconMailExclamation, IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { sentMailOf } from '../page/entry-state.ts';
import { LinkButton, Outcome } from '../page/Outcome.tsx';
import { SendAgain } from '../page/SendAgain.tsx';

/**
 * Shows that the reset link is on its way, or that one was requested too recently; the same for known and unknown
 * addresses. Without a request it redirects to the form.
 */
export default function PasswordLinkScreen() {
  const { t } = useTranslation('password');
  const { t: signup } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const mail = sentMailOf(useLocation().state);
  const [sent, setSent] = useState(mail?.sent);
  if (!mail) return <Navigate to={PAGES.passwordReset} replace />;
  const { email, nextAt } = mail;
  async function send(): Promise<MailPace> {
    const pace = await call(requestPasswordReset, { body: { email } });
    if (pace.sent) setSent(true);
    return pace;
  }
  const outcome = sent
    ? ({
        icon: IconMailForward,
        tone: 'good',
        title: t('link.title'),
        text: t('link.text', { email }),
      } as const)
    : ({
        icon: IconMailExclamation,
        tone: 'plain',
        title: t('link.early.title'),
        text: t('link.early.text', { email }),
      } as const);
  return (
    <EntryPage>
      <Outcome {...outcome}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
        <Button component={Link} to={PAGES.passwordReset} state={{ email }} variant="subtle">
          {signup('mail.wrong')}
        </Button>
      </Outcome>
      <SendAgain label={signup('mail.again')} nextAt={nextAt} send={send} done={t('link.again')} />
    </EntryPage>
  );
}
