import { requestActivate } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { sentMailOf } from '../page/entry-state.ts';
import { LinkButton, Outcome } from '../page/Outcome.tsx';
import { SendAgain } from '../page/SendAgain.tsx';
import { AGAIN } from '../signup/signup-values.ts';

/** The page after signing up: the activation mail is on its way. Without a sign-up it redirects to the form. */
export default function SignupEmailScreen() {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const mail = sentMailOf(useLocation().state);
  if (!mail) return <Navigate to={PAGES.signup} replace />;
  const { email, uid, nextAt, site } = mail;
  return (
    <EntryPage>
      <Outcome
        icon={IconMailForward}
        tone="good"
        title={t('sent.title')}
        text={email ? t('sent.text', { email }) : t('sent.plain')}
      >
        {!site && <LinkButton to={PAGES.home}>{common('home')}</LinkButton>}
        {site && (
          <Button component="a" href={site + PAGES.home}>
            {common('home')}
          </Button>
        )}
        {email && (
          <Button component={Link} to={PAGES.signup} state={AGAIN} variant="subtle">
            {t('mail.wrong')}
          </Button>
        )}
      </Outcome>
      {uid && (
        <SendAgain
          label={t('mail.again')}
          nextAt={nextAt}
          send={() => call(requestActivate, { body: { uid } }, { site })}
          done={t('resend.sent.title')}
        />
      )}
    </EntryPage>
  );
}
