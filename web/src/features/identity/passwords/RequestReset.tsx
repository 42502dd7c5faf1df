import { requestPasswordReset } from '@cusp/contract/accounts';
import { LIMITS } from '@cusp/contract/identity';
import { PAGES } from '@cusp/contract/pages';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../../client/use-call.ts';
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
  const [email, setEmail] = useState('');
  const request = useSubmit(requestPasswordReset, { onSuccess: () => void navigate(PAGES.passwordLink) });
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
