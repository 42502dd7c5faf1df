import { PAGES } from '@cusp/contract/pages';
import { socialLink } from '@cusp/contract/social.routes';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { FormProblem } from '../page/FormParts.tsx';
import page from '../page/form-page.module.css';
import { PROVIDER_NAMES } from './ProviderLogo.tsx';
import { SocialHead } from './SocialHead.tsx';
import classes from './social.module.css';
import type { Newcomer } from './social-data.ts';

/** Links the existing account with this email address, by its password. */
export function LinkForm({ newcomer }: { newcomer: Newcomer }) {
  const { t } = useTranslation('social');
  const { t: login } = useTranslation('login');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const message = useFieldMessages();
  const field = useRef<HTMLInputElement>(null);
  const provider = PROVIDER_NAMES[newcomer.provider];
  const link = useSubmit(socialLink, {
    onSuccess: ({ location: next }) => location.replace(next),
    onError: ({ uid }) => {
      if (uid) return void navigate(PAGES.resend.replace(':uid', encodeURIComponent(uid)));
      setPassword('');
      field.current?.focus();
    },
  });
  const busy = link.isPending || link.isSuccess;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) link.mutate({ body: { password } });
  };
  return (
    <>
      <SocialHead
        provider={newcomer.provider}
        title={t('link.title', { provider })}
        text={t('link.text', { provider })}
      />
      <form className={page.form} onSubmit={submit}>
        <TextInput
          label={login('email')}
          name="username"
          autoComplete="username"
          value={newcomer.email}
          readOnly
          variant="filled"
        />
        <PasswordInput
          {...message('password')}
          ref={field}
          label={login('password')}
          name="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visible={shown}
          onVisibilityChange={setShown}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': login(shown ? 'hidePassword' : 'showPassword') }}
        />
        {link.error && <FormProblem text={errorText(words, link.error)} />}
        <Anchor href={PAGES.passwordReset} target="_blank" size="sm">
          {login('forgot')}
        </Anchor>
        <div className={classes.end}>
          <Button variant="default" size="md" disabled={busy} onClick={() => window.close()}>
            {common('cancel')}
          </Button>
          <Button type="submit" size="md" loading={busy}>
            {t('link.submit')}
          </Button>
        </div>
      </form>
    </>
  );
}
