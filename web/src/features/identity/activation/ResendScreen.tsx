import { requestActivate } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconMailExclamation, IconMailForward, IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton } from '../page/LinkButton.tsx';
import { Outcome } from '../page/Outcome.tsx';

const STATES = {
  offered: { icon: IconMailExclamation, tone: 'plain' },
  sent: { icon: IconMailForward, tone: 'good' },
  failed: { icon: IconMailOff, tone: 'bad' },
} as const;

/** Offers the activation mail again to somebody whose account is not activated yet. */
export default function ResendScreen() {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { uid = '' } = useParams();
  const resend = useSubmit(requestActivate);
  // Who asks too often learns how long to wait; for anything else there is one answer.
  const wait = resend.error?.retryAfter && errorText(errors, resend.error);
  const state = resend.isSuccess ? 'sent' : resend.isError ? 'failed' : 'offered';
  return (
    <EntryPage>
      <Outcome {...STATES[state]} title={t(`resend.${state}.title`)} text={wait || t(`resend.${state}.text`)}>
        {state !== 'sent' && (
          <Button loading={resend.isPending} onClick={() => resend.mutate({ body: { uid } })}>
            {t('resend.button')}
          </Button>
        )}
        <LinkButton to={PAGES.home} variant={state === 'sent' ? 'filled' : 'default'}>
          {common('home')}
        </LinkButton>
      </Outcome>
    </EntryPage>
  );
}
