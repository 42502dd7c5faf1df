import { PAGES } from '@cusp/contract/pages';
import { keepSecondStep } from '@cusp/contract/step-reset.routes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { AnswerPage, supportPhone, useAnsweredLink } from '../answers/AnswerPage.tsx';
import { LinkButton } from '../page/Outcome.tsx';

const STATES = {
  offered: { icon: IconShieldQuestion, tone: 'plain' },
  done: { icon: IconCircleCheck, tone: 'good' },
  over: { icon: IconLinkOff, tone: 'bad' },
  late: { icon: IconShieldOff, tone: 'bad' },
} as const;

/**
 * Target of the mail that announces the removal of the second steps; the removal is cancelled only after confirmation.
 */
export default function KeepScreen() {
  const { t } = useTranslation('second-step');
  const { t: common } = useTranslation('common');
  const { t: login } = useTranslation('login');
  const link = useAnsweredLink();
  const keep = useSubmit(keepSecondStep);
  const code = keep.error?.code;
  const state = keep.isSuccess
    ? 'done'
    : code === 'token_expired'
      ? 'over'
      : code === 'reset_done'
        ? 'late'
        : 'offered';
  const texts = state === 'offered' ? 'keep' : (`keep.${state}` as const);
  return (
    <AnswerPage
      {...STATES[state]}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { phone: supportPhone() })}
      error={keep.error}
      isOffered={state === 'offered'}
    >
      {state === 'offered' && (
        <Button loading={keep.isPending} onClick={() => keep.mutate({ body: link })}>
          {t('keep.button')}
        </Button>
      )}
      {state === 'late' && (
        <LinkButton to={PAGES.passwordReset} variant="default">
          {login('forgot')}
        </LinkButton>
      )}
      <LinkButton to={PAGES.home} variant={state === 'offered' ? 'default' : 'filled'}>
        {state === 'offered' ? t('keep.leave') : common('home')}
      </LinkButton>
    </AnswerPage>
  );
}
