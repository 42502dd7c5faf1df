import { PAGES } from '@cusp/contract/pages';
import { keepSecondStep } from '@cusp/contract/step-reset.routes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react';
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
  const { t: errors } = useTranslation('errors');
  const { t: login } = useTranslation('login');
  const { token = '' } = useParams();
  const srv_loc = useSearchParams()[0].get('sid') ?? undefined;
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
  const phone = brand().support.clinic.phone.replaceAll(' ', '\u00a0');
  if (keep.error?.code === 'server_is_wrong')
    return (
      <EntryPage>
        <WrongRegion moves />
      </EntryPage>
    );
  return (
    <EntryPage>
      <Outcome {...STATES[state]} title={t(`${texts}.title`)} text={t(`${texts}.text`, { phone })}>
        {state === 'offered' && (
          <Button loading={keep.isPending} onClick={() => keep.mutate({ body: { token, srv_loc } })}>
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
      </Outcome>
      {keep.error && state === 'offered' && <FormProblem text={errorText(errors, keep.error)} />}
    </EntryPage>
  );
}
