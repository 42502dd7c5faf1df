import { requestPasswordReset } from '@cusp/contract/accounts';
import { LIMITS } from '@cusp/contract/identity';
import { PAGES } from '@cusp/contract/pages';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSubmit } from '../../../client/use-call.ts';
import { nextAtOf, type SentMail } from '../page/entry-state.ts';
import { FormHead } from '../page/FormHead.tsx';
import { FormProblem } from '../page/FormProblem.tsx';
import classes from '../page/form-page.module.css';
import { useProblemText } from './use-problem-text.ts';

/** Asks for a link that sets a new password. */
export function RequestReset() {
  const { t } = useTranslation('password');
  const { t: words } = useTranslation('profile');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const { state } = useLocation();
  const [email, setEmail] = useState(isTyped(state) ? state.email : '');
  const request = useSubmit(requestPasswordReset, {
    onSuccess: (pace, { body }) => {
      const mail: SentMail = { email: body.email, uid: null, sent: pace.sent, nextAt: nextAtOf(pace) };
      void navigate(PAGES.passwordLink, { state: mail });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    request.mutate({ body: { email: email.trim() } });
  };
  return (
    <>
      <FormHead title={t('request.title')} text={t('request.text')} back={PAGES.login} />
      <form className={classes.form} onSubmit={submit}>
        {request.error && <FormProblem title={t('problem')} text={problemText(request.error, 'email')} />}
        <TextInput
          type="email"
          name="email"
          label={words('fields.email')}
          autoComplete="username"
          size="md"
          required
          withAsterisk={false}
          maxLength={LIMITS.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={request.isPending}>
          {t('request.button')}
        </Button>
      </form>
    </>
  );
}

/** Who comes back because of a wrong address mends what they typed. */
const isTyped = (state: unknown): state is { email: string } =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string';
