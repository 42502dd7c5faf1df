import { loginByCode } from '@cusp/contract/security';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { signInByPasskey } from '../login/passkey-sign-in.ts';
import { type AskedStep, useSignIn } from '../login/use-sign-in.ts';
import { AppCode } from './AppCode.tsx';
import { PasskeySites } from './PasskeySites.tsx';
import { RecoveryCode } from './RecoveryCode.tsx';
import classes from './second-step.module.css';

type Way = AskedStep['ways'][number];

interface Props {
  step: AskedStep;
  onBack(): void;
}

/** What is asked after the password: a code of the app, a passkey, or a recovery code. Null where none of them works here. */
export default function SecondStep({ step, onBack }: Props) {
  const { t } = useTranslation('second-step');
  const { t: words } = useTranslation('errors');
  const { clinic: support } = brand().support;
  const [way, setWay] = useState<Way | null>(step.ways[0] ?? null);
  // Emptied after a refusal, and the cursor is in its first box again.
  const [round, setRound] = useState(0);
  const { signIn, busy, error } = useSignIn({ onRefused: () => setRound((last) => last + 1) });
  const sendCode = (code: string) =>
    void signIn(() => call(loginByCode, { body: { token: step.token, code } }));
  const others = step.ways.filter((each) => each !== way);
  return (
    <div className={classes.step}>
      <p className={classes.text}>{t(`text.${way ?? 'elsewhere'}`)}</p>
      {!way && <PasskeySites sites={step.passkey_sites} only />}
      {way === 'app' && <AppCode key={round} busy={busy} invalid={error !== null} onCode={sendCode} />}
      {way === 'recovery' && <RecoveryCode key={round} busy={busy} onCode={sendCode} />}
      {way === 'passkey' && (
        <Button
          size="md"
          leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
          loading={busy}
          autoFocus
          onClick={() => void signIn(() => signInByPasskey(step.token))}
        >
          {t('usePasskey')}
        </Button>
      )}
      {error !== null && (
        <p className={classes.error} role="alert">
          {errorText(words, error)}
        </p>
      )}
      <div className={classes.others}>
        {others.map((other) => (
          <Button
            key={other}
            variant="transparent"
            size="sm"
            px={0}
            disabled={busy || isOver(error)}
            onClick={() => setWay(other)}
          >
            {t(`other.${other}`)}
          </Button>
        ))}
        {way && <PasskeySites sites={step.passkey_sites} only={false} />}
        <Button
          variant="transparent"
          size="sm"
          px={0}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {t('startOver')}
        </Button>
      </div>
      <p className={classes.lost}>
        {t('lost', { phone: support.phone.replaceAll(' ', '\u00a0') })} {t('notYours')}
      </p>
    </div>
  );
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'second_step_over';
