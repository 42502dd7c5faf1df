import { PAGES } from '@cusp/contract/pages';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { isTemporary } from '../../../client/api-error.ts';
import { loadLandingAhead } from '../../../client/landing.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import classes from './login.module.css';
import { type AskedStep, byPassword, useSignIn } from './use-sign-in.ts';

interface Props {
  onSecondStep(step: AskedStep): void;
  /** Only email and password, neither marked as required, as the specification of the administration has it. */
  plain?: boolean;
}

/** Email and password, or a passkey. After a refusal the password is cleared and focused; after a lost connection it stays. */
export function LoginForm({ onSecondStep, plain = false }: Props) {
  const { t } = useTranslation('login');
  const { t: words } = useTranslation('errors');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [hasNoPasskey, setNoPasskey] = useState(false);
  const message = useFieldMessages();
  const otherRegion = otherRegionHere();
  const passwordField = useRef<HTMLInputElement>(null);
  const { signIn, busy, error, leaving } = useSignIn({
    onSecondStep,
    onRefused: (cause) => {
      // A form that was not checked can be sent again as it is.
      if (isTemporary(cause)) return;
      setPassword('');
      passwordField.current?.focus();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setNoPasskey(false);
    void signIn(() => byPassword(username, password));
  };
  const byPasskey = async () => {
    setNoPasskey(false);
    const reply = await (await import('./passkey-sign-in.ts')).signInByPasskey();
    setNoPasskey(reply === null);
    return reply;
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        {...message('username')}
        type="email"
        name="username"
        autoComplete="username"
        label={t('email')}
        size="md"
        required={!plain}
        autoFocus
        maxLength={254}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        {...message('password')}
        ref={passwordField}
        name="password"
        autoComplete="current-password"
        label={t('password')}
        size="md"
        required={!plain}
        value={password}
        // Loads the code of the first screen while the password is typed.
        onFocus={loadLandingAhead}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': shown ? t('hidePassword') : t('showPassword') }}
      />
      {!plain && (
        <Anchor component={Link} to={PAGES.passwordReset} className={classes.forgot}>
          {t('forgot')}
        </Anchor>
      )}
      {/* Its space is reserved, so that a message does not move the form. */}
      <div className={classes.said}>
        {leaving && (
          <p className={classes.leaving} role="status">
            {t(`leaving.${leaving}`)}
          </p>
        )}
        {hasNoPasskey && otherRegion && (
          <p className={classes.leaving} role="status">
            {t(`passkeyElsewhere.${otherRegion}`)}
          </p>
        )}
        {error !== null && (
          <p className={classes.error} role="alert">
            {errorText(words, error)}
          </p>
        )}
      </div>
      <Button type="submit" size="md" loading={busy}>
        {t('submit')}
      </Button>
      {!plain && <PasskeyButton disabled={busy} onClick={() => void signIn(byPasskey)} />}
    </form>
  );
}

/** The region of the other site; null where there is one. */
function otherRegionHere() {
  const { other_region_url: site, server_loc: here } = appInfo();
  return site && (here === 'EU' ? 'US' : 'EU');
}

interface PasskeyProps {
  disabled: boolean;
  onClick(): void;
}

/** Signs in by a passkey, if host and browser support them. */
function PasskeyButton({ disabled, onClick }: PasskeyProps) {
  const { t } = useTranslation('login');
  if (!appInfo().passkeys || !('PublicKeyCredential' in window)) return null;
  return (
    <Button variant="default" size="md" disabled={disabled} onClick={onClick}>
      {t('passkey')}
    </Button>
  );
}
