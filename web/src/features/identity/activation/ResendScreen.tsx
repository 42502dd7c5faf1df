import type { MailPace } from '@cusp/contract/accounts';
import { requestActivate } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { IconMailExclamation, IconMailForward, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '../../../client/call.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton, Outcome } from '../page/Outcome.tsx';
import { SendAgain } from '../page/SendAgain.tsx';

const STATES = {
  offered: { icon: IconMailExclamation, tone: 'plain' },
  sent: { icon: IconMailForward, tone: 'good' },
  failed: { icon: IconMailOff, tone: 'bad' },
} as const;

/** Offers to send the activation mail again for an account that is not activated yet. */
export default function ResendScreen() {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { uid = '' } = useParams();
  const [state, setState] = useState<keyof typeof STATES>('offered');
  async function send(): Promise<MailPace> {
    try {
      const pace = await call(requestActivate, { body: { uid } });
      setState(pace.sent ? 'sent' : 'offered');
      return pace;
    } catch (error) {
      setState('failed');
      throw error;
    }
  }
  return (
    <EntryPage>
      <Outcome {...STATES[state]} title={t(`resend.${state}.title`)} text={t(`resend.${state}.text`)}>
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      </Outcome>
      <SendAgain label={t('resend.button')} nextAt={0} send={send} />
    </EntryPage>
  );
}
