import { PAGES } from '@cusp/contract/pages';
import { undoSecondStep } from '@cusp/contract/security.routes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
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
} as const;

/** Target of the mail about a new second step, for people who did not add it; nothing happens before they confirm. */
export default function UndoScreen() {
  const { t } = useTranslation('second-step');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { t: login } = useTranslation('login');
  const { token = '' } = useParams();
  const srv_loc = useSearchParams()[0].get('sid') ?? undefined;
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
  const phone = brand().support.clinic.phone.replaceAll(' ', '\u00a0');
  if (undo.error?.code === 'server_is_wrong')
    return (
      <EntryPage>
        <WrongRegion moves />
      </EntryPage>
    );
  return (
    <EntryPage>
      <Outcome {...STATES[state]} title={t(`${texts}.title`)} text={t(`${texts}.text`, { phone })}>
        {state === 'offered' && (
          <Button loading={undo.isPending} onClick={() => undo.mutate({ body: { token, srv_loc } })}>
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
      </Outcome>
      {undo.error && !over && <FormProblem text={errorText(errors, undo.error)} />}
    </EntryPage>
  );
}
