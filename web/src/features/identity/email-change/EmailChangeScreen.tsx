import { answerEmailChange } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconMailOff, IconMailQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { brand } from '../../../brand/app-info.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { FormProblem } from '../page/FormParts.tsx';
import { LinkButton, Outcome } from '../page/Outcome.tsx';
import { WrongRegion } from '../page/WrongRegion.tsx';

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
  const { t: errors } = useTranslation('errors');
  const { token = '' } = useParams();
  const srv_loc = useSearchParams()[0].get('sid') ?? undefined;
  const answer = useSubmit(answerEmailChange);
  const state = answer.data?.state ?? BY_CODE[answer.error?.code ?? ''] ?? 'offered';
  const isOffered = state === 'offered';
  const phone = brand().support.clinic.phone.replaceAll(' ', '\u00a0');
  const button = (agrees: boolean) => (
    <Button
      variant={agrees ? 'filled' : 'default'}
      disabled={answer.isPending}
      onClick={() => answer.mutate({ body: { token, srv_loc, agrees } })}
    >
      {t(agrees ? 'agree' : 'refuse')}
    </Button>
  );
  if (answer.error?.code === 'server_is_wrong')
    return (
      <EntryPage>
        <WrongRegion moves />
      </EntryPage>
    );
  return (
    <EntryPage>
      <Outcome
        {...STATES[state]}
        title={isOffered ? t('title') : t(`${state}.title`)}
        text={isOffered ? t('text') : t(`${state}.text`, { phone })}
      >
        {isOffered ? (
          <>
            {button(true)}
            {button(false)}
          </>
        ) : (
          <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
        )}
      </Outcome>
      {answer.error && isOffered && <FormProblem text={errorText(errors, answer.error)} />}
    </EntryPage>
  );
}
