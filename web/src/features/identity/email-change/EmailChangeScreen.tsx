import { answerEmailChange } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconMailOff, IconMailQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { AnswerPage, supportPhone, useAnsweredLink } from '../answers/AnswerPage.tsx';
import { LinkButton } from '../page/Outcome.tsx';

const STATES = {
  offered: { icon: IconMailQuestion, tone: 'plain' },
  waiting: { icon: IconCircleCheck, tone: 'good' },
  done: { icon: IconCircleCheck, tone: 'good' },
  refused: { icon: IconMailOff, tone: 'good' },
  over: { icon: IconLinkOff, tone: 'bad' },
  late: { icon: IconMailOff, tone: 'bad' },
  taken: { icon: IconMailOff, tone: 'bad' },
} as const;
const BY_CODE: Partial<Record<string, 'over' | 'late' | 'taken'>> = {
  token_expired: 'over',
  email_change_done: 'late',
  email_taken: 'taken',
};

/** Target of the mails to the old and the new address of an account; opening it does not count as an answer. */
export default function EmailChangeScreen() {
  const { t } = useTranslation('email-change');
  const { t: common } = useTranslation('common');
  const link = useAnsweredLink();
  const answer = useSubmit(answerEmailChange);
  const state = answer.data?.state ?? BY_CODE[answer.error?.code ?? ''] ?? 'offered';
  const isOffered = state === 'offered';
  const phone = supportPhone();
  const button = (agrees: boolean) => (
    <Button
      variant={agrees ? 'filled' : 'default'}
      disabled={answer.isPending}
      onClick={() => answer.mutate({ body: { ...link, agrees } })}
    >
      {t(agrees ? 'agree' : 'refuse')}
    </Button>
  );
  return (
    <AnswerPage
      {...STATES[state]}
      title={isOffered ? t('title') : t(`${state}.title`)}
      text={isOffered ? t('text') : t(`${state}.text`, { phone })}
      error={answer.error}
      isOffered={isOffered}
    >
      {isOffered ? (
        <>
          {button(true)}
          {button(false)}
        </>
      ) : (
        <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
      )}
    </AnswerPage>
  );
}
