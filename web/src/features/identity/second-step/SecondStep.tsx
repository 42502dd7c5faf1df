import { PAGES } from '@cusp/contract/pages';
import { loginByCode } from '@cusp/contract/security.routes';
import { Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconFingerprint } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { brand } from '../../../brand/app-info.ts';
import { ApiError, isTemporary } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { safeNext } from '../../../client/next-path.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { signInByPasskey } from '../login/passkey-sign-in.ts';
import { type AskedStep, useSignIn } from '../login/use-sign-in.ts';
import classes from './second-step.module.css';

type Way = AskedStep['ways'][number];

interface Props {
  step: AskedStep;
  onBack(): void;
  /** Called when the session has begun. */
  onDone?(): void;
}

/** The second step after the password: an app code, a passkey, or a recovery code. Null if none of them works here. */
export default function SecondStep({ step, onBack, onDone }: Props) {
  const { t } = useTranslation('second-step');
  const { t: words } = useTranslation('errors');
  const { clinic: support } = brand().support;
  const [way, setWay] = useState<Way | null>(step.ways[0] ?? null);
  // Changing the key after a refusal remounts the boxes, empty and with the focus in the first.
  const [round, setRound] = useState(0);
  const { signIn, busy, error, clearError } = useSignIn({
    ...(onDone ? { onDone } : {}),
    onRefused: (cause) => {
      // A recovery code that was not checked can be sent again as it is; the boxes submit only typed codes.
      if (way !== 'recovery' || !isTemporary(cause)) setRound((last) => last + 1);
    },
  });
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
            onClick={() => {
              setWay(other);
              clearError();
            }}
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

interface AppCodeProps {
  busy: boolean;
  invalid: boolean;
  onCode(code: string): void;
}

/** The six digits of the authenticator app; submitted at the last digit. */
function AppCode({ busy, invalid, onCode }: AppCodeProps) {
  const { t } = useTranslation('second-step');
  const [code, setCode] = useState('');
  return (
    <CodeInput
      label={t('code')}
      value={code}
      onChange={setCode}
      onComplete={onCode}
      disabled={busy}
      invalid={invalid && code === ''}
    />
  );
}

/** Long hosts wrap instead of being truncated. */
const WHOLE = { root: classes.site, label: classes.siteLabel };

interface PasskeySitesProps {
  /** Origins where the person's passkeys work. */
  sites: readonly string[];
  /** The person has no other second step. */
  only: boolean;
}

/** Links to the hosts where the person's passkeys work, because browsers bind a passkey to its host. */
function PasskeySites({ sites, only }: PasskeySitesProps) {
  const { t } = useTranslation('second-step');
  const { search } = useLocation();
  const next = safeNext(new URLSearchParams(search).get('next'));
  return sites.map((origin) => (
    <Button
      key={origin}
      component="a"
      href={`${origin}${PAGES.login}${next ? `?next=${encodeURIComponent(next)}` : ''}`}
      classNames={WHOLE}
      {...(only
        ? { size: 'md', leftSection: <IconFingerprint size={20} stroke={1.6} aria-hidden /> }
        : { variant: 'transparent', size: 'sm', px: 0 })}
    >
      {t('other.elsewhere', { site: new URL(origin).host })}
    </Button>
  ));
}

interface RecoveryCodeProps {
  busy: boolean;
  onCode(code: string): void;
}

/** A code from the recovery list that was saved at set-up. */
function RecoveryCode({ busy, onCode }: RecoveryCodeProps) {
  const { t } = useTranslation('second-step');
  const { t: login } = useTranslation('login');
  const [code, setCode] = useState('');
  const message = useFieldMessages();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form className={classes.step} onSubmit={submit}>
      <TextInput
        {...message('code')}
        label={t('recoveryCode')}
        placeholder="xxxxx-xxxxx"
        size="md"
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={busy}>
        {login('submit')}
      </Button>
    </form>
  );
}
