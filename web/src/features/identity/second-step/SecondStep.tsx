import { PAGES } from '@cusp/contract/pages';
import { loginByCode } from '@cusp/contract/security.routes';
import { Button, TextInput } from '@mantine/core';
import { IconChevronLeft, IconFingerprint } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { brand } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { safeNext } from '../../../client/next-path.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { signInByPasskey } from '../login/passkey-sign-in.ts';
import { type AskedStep, useSignIn } from '../login/use-sign-in.ts';
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

interface AppCodeProps {
  busy: boolean;
  invalid: boolean;
  onCode(code: string): void;
}

/** The six digits of the authenticator app; they send themselves. */
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

/** An address is shown whole, in two lines where it is long. */
const WHOLE = { root: classes.site, label: classes.siteLabel };

interface PasskeySitesProps {
  /** Origins where a passkey of the person works. */
  sites: readonly string[];
  /** There is no other way on. */
  only: boolean;
}

/** Ways to the addresses where a passkey works that does not work here: a browser keeps it for its own host. */
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

/** A code from the list that was kept when the second step was set up. */
function RecoveryCode({ busy, onCode }: RecoveryCodeProps) {
  const { t } = useTranslation('second-step');
  const { t: login } = useTranslation('login');
  const [code, setCode] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form className={classes.step} onSubmit={submit}>
      <TextInput
        label={t('recoveryCode')}
        placeholder="xxxxx-xxxxx"
        size="md"
        required
        withAsterisk={false}
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
