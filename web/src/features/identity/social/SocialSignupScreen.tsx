import { socialValidateState } from '@cusp/contract/social.routes';
import { Button, Textarea } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PracticeFields } from '../../profile/profile.offers.tsx';
import { EntryPage } from '../page/EntryPage.tsx';
import { FormProblem } from '../page/FormParts.tsx';
import page from '../page/form-page.module.css';
import { Waiting } from '../page/Outcome.tsx';
import { InvalidAccess } from './InvalidAccess.tsx';
import { LinkForm } from './LinkForm.tsx';
import { PROVIDER_NAMES } from './ProviderLogo.tsx';
import { SocialHead } from './SocialHead.tsx';
import classes from './social.module.css';
import { type Newcomer, newcomerOf } from './social-data.ts';
import { type CompletionValues, isComplete, useCompletion } from './use-completion.ts';

/** Asks for what the provider does not share; or for the password, if an account with the address exists. */
export default function SocialSignupScreen() {
  const { t } = useTranslation('social');
  const { search } = useLocation();
  const newcomer = newcomerOf(new URLSearchParams(search).get('data'));
  const state = newcomer?.state ?? '';
  const { isSuccess, error, refetch, isFetching } = useCall(
    socialValidateState,
    { query: { state } },
    ['user', 'social-state', state],
    { enabled: newcomer !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const invalid = !newcomer || error?.status === 400;
  return (
    <EntryPage wide={!invalid && isSuccess && !newcomer.hasAccount}>
      {invalid && <InvalidAccess />}
      {!invalid && error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!invalid && isFetching && <Waiting text={t('loading')} />}
      {!invalid && isSuccess && newcomer.hasAccount && <LinkForm newcomer={newcomer} />}
      {!invalid && isSuccess && !newcomer.hasAccount && <CompletionForm newcomer={newcomer} />}
    </EntryPage>
  );
}

/** Read-only and shown in full, however long. */
const KEPT = { readOnly: true, variant: 'filled', autosize: true, minRows: 1 } as const;

/** Asks a new person for what the provider does not share; email and name come from the provider. */
function CompletionForm({ newcomer }: { newcomer: Newcomer }) {
  const { t } = useTranslation('social');
  const { t: signup } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('profile');
  const { form, phone, check, submit, busy, problem } = useCompletion(newcomer);
  const provider = PROVIDER_NAMES[newcomer.provider];
  const complete = isComplete(form.values) && phone.isSettled(form.values.phone);
  const field = (name: keyof CompletionValues) => ({
    name,
    ...form.getInputProps(name),
    value: form.values[name],
    onBlur: () => void check(name),
    disabled: busy,
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit();
  };
  return (
    <>
      <SocialHead provider={newcomer.provider} title={t('title')} text={t('intro', { provider })} />
      <form className={page.form} noValidate onSubmit={onSubmit}>
        <div className={page.pair}>
          <Textarea label={words('fields.email')} value={newcomer.email} {...KEPT} />
          <Textarea label={t('name')} value={newcomer.name} description={t('kept', { provider })} {...KEPT} />
        </div>
        <PracticeFields field={field} phone={phone} />
        {problem && <FormProblem title={problem} />}
        <div className={classes.end}>
          <Button variant="default" size="md" disabled={busy} onClick={() => window.close()}>
            {common('cancel')}
          </Button>
          <Button type="submit" size="md" loading={busy} disabled={!complete}>
            {signup('create')}
          </Button>
        </div>
      </form>
    </>
  );
}
