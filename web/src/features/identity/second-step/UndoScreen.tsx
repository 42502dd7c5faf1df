import { PAGES } from '@cusp/contract/pages';
import { undoSecondStep } from '@cusp/contract/security.routes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../../client/use-call.ts';
import { AnswerPage, supportPhone, useAnsweredLink } from '../answers/AnswerPage.tsx';
import { LinkButton } from '../page/Outcome.tsx';

const STATES = {
  offered: { icon: IconShieldQuestion, tone: 'plain' },
  done: { icon: IconCircleCheck, tone: 'good' },
  over: { icon: IconLinkOff, tone: 'bad' },
} as const;

/** Target of the mail about a new second step, for people who did not add it; nothing happens before they confirm. */
export default function UndoScreen() {
  const { t } = useTranslation('second-step');
  const { t: common } = useTranslation('common');
  const { t: login } = useTranslation('login');
  const link = useAnsweredLink();
  const navigate = useNavigate();
  const undo = useSubmit(undoSecondStep, {
    onSuccess: ({ reset_token }) => {
      if (reset_token)
        void navigate(PAGES.passwordResetToken.replace(':token', reset_token), { replace: true });
    },
  });
  const over = undo.error?.code === 'token_expired';
  const state = over ? 'over' : undo.isSuccess ? 'done' : 'offered';
  const texts = state === 'offered' ? 'undo' : (`undo.${state}` as const);
  return (
    <AnswerPage
      {...STATES[state]}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { phone: supportPhone() })}
      error={undo.error}
      isOffered={state === 'offered'}
    >
      {state === 'offered' && (
        <Button loading={undo.isPending} onClick={() => undo.mutate({ body: link })}>
          {t('undo.button')}
        </Button>
      )}
      {over && (
        <LinkButton to={PAGES.passwordReset} variant="default">
          {login('forgot')}
        </LinkButton>
      )}
      <LinkButton to={PAGES.home} variant={state === 'offered' ? 'default' : 'filled'}>
        {state === 'offered' ? t('undo.keep') : common('home')}
      </LinkButton>
    </AnswerPage>
  );
}
